import type { Job } from '../../infra/queue.ts'
import type { Deps } from '../../infra/work.ts'
import { runDownload } from './run/run-download.ts'

/** Makes the files that were asked for. */
export function downloadJobs(deps: Deps): Job<'run-download'>[] {
  return [{ name: 'run-download', run: ({ downloadId }, signal) => runDownload(deps, downloadId, signal) }]
}
