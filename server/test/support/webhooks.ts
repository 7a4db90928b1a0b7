import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NewWebhook } from '@portico/shared/contract/webhooks'
import { webhookEventNames } from '@portico/shared/words/webhook-events'
import { afterAll } from 'vitest'
import type { Portico } from './harness.ts'

/** A request as received. */
export interface Received {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly message: { readonly type: string; readonly timestamp: string; readonly data: Record<string, any> }
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** Responds from now on; with 204 by default. */
  answer: (response: ServerResponse, request: Received) => unknown
}

/** Opens a real HTTP server for webhooks, closed after the file's tests. */
export async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const one = { url: request.url ?? '', headers: request.headers, body, message: JSON.parse(body || '{}') }
      receiver.received.push(one)
      void receiver.answer(response, one)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    answer: (response) => void response.writeHead(204).end(),
  }
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

/** Creates a webhook of Rosa's for every event. */
export async function buildWebhook(portico: Portico, changed: Partial<NewWebhook> = {}): Promise<{ id: number; secret: string }> {
  const { call } = await portico.as('rosa')
  return call.webhooks.createWebhook({
    name: 'Case system',
    url: 'https://127.0.0.1:9/portico',
    events: [...webhookEventNames],
    ...changed,
  })
}
