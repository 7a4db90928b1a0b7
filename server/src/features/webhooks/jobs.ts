import { setTimeout as delay } from 'node:timers/promises'
import type { Poll } from '../../infra/queue.ts'
import type { Services } from '../../infra/request-context.ts'
import { sendTo, waitingWebhooks } from './send-webhooks.ts'

const concurrency = 4
const pollAgainMs = 1_000

/** Sends the messages of webhooks, several webhooks concurrently, so that a hanging receiver does not block the others. */
export function webhookPolls(services: Services): Poll[] {
  const running = new Map<number, Promise<number>>()
  async function poll(signal: AbortSignal, early: boolean): Promise<number> {
    for (const id of await waitingWebhooks(services, early)) {
      if (running.has(id)) continue
      while (running.size >= concurrency && early) await Promise.race(running.values())
      if (running.size >= concurrency) break
      running.set(
        id,
        services.tracing
          .inSpan({ kind: 'job', name: 'send-webhooks' }, () => sendTo(services, id, signal, early))
          .catch(logFailure)
          .finally(() => running.delete(id)),
      )
    }
    const all = Promise.all(running.values())
    const counts = await (early ? all : Promise.race([all, delay(pollAgainMs, undefined, { signal }).catch(() => all)]))
    return (counts ?? []).reduce((sum, count) => sum + count, 0)
  }
  function logFailure(error: unknown): number {
    services.log.error({ err: error, job: 'send-webhooks' }, 'a job failed')
    return 0
  }
  return [{ name: 'send-webhooks', poll }]
}
