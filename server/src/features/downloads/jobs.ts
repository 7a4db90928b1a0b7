import type { Job } from '../../infra/queue.ts'
import type { Services } from '../../infra/request-context.ts'
import { runDownload } from './run-download.ts'

/** The job that writes requested files. */
export function downloadJobs(services: Services): Job<'run-download'>[] {
  return [{ name: 'run-download', run: ({ downloadId }, signal) => runDownload(services, downloadId, signal) }]
}
