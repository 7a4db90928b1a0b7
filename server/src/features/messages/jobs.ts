import type { Job } from '../../infra/queue.ts'
import type { Services } from '../../infra/request-context.ts'
import { sendMessage } from './commands.ts'

/** Sends the messages of the outbox. */
export function messageJobs(services: Services): Job<'send-message'>[] {
  return [{ name: 'send-message', run: ({ messageId }) => sendMessage(services, messageId) }]
}
