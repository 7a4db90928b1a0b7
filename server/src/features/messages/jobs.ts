import type { Job } from '../../infra/queue.ts'
import type { Deps } from '../../infra/work.ts'
import { sendMessage } from './commands.ts'

/** Sends the messages of the outbox. */
export function messageJobs(deps: Deps): Job<'send-message'>[] {
  return [{ name: 'send-message', run: ({ messageId }) => sendMessage(deps, messageId) }]
}
