import type { Poll } from '../../infra/queue.ts'
import type { Services } from '../../infra/request-context.ts'
import { sendMessages } from './outbox.ts'

/** Sends the messages of the outbox. */
export function messagePolls(services: Services): Poll[] {
  return [{ name: 'send-messages', poll: (signal, early) => sendMessages(services, signal, early) }]
}
