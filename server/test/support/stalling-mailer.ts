import { sendMessages } from '../../src/features/messages/outbox.ts'
import type { Services } from '../../src/infra/request-context.ts'
import type { Portico } from './harness.ts'

/** Sends what is due to a mail server that accepts an e-mail only once `finish` is called; returns when it has the first one. */
export async function sendToStallingMailer(portico: Portico): Promise<{ finish(): Promise<void> }> {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const services: Services = {
    ...portico.services,
    async mailer(sent) {
      reached.resolve()
      await released.promise
      await portico.services.mailer(sent)
    },
  }
  const sending = sendMessages(services, new AbortController().signal, false)
  await reached.promise
  return {
    async finish() {
      released.resolve()
      await sending
    },
  }
}
