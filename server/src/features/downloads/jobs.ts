import type { Job } from '../../infra/queue.ts'
import type { Services } from '../../infra/request-context.ts'
import { runDownload } from './run-download.ts'

/** Makes the files that were asked for. */
export function downloadJobs(services: Services): Job<'run-download'>[] {
  return [{ name: 'run-download', run: ({ downloadId }, signal) => runDownload(services, downloadId, signal) }]
}
