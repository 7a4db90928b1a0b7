import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { signatureOf } from '../../src/infra/texts/text-gateway.ts'

/**
 * How the gateway handles a text: `fail` accepts it and answers with an error, `drop` accepts it and closes the connection, `lose` closes
 * the connection before accepting it; a status refuses it.
 */
export type GatewayMode = 'take' | 'fail' | 'drop' | 'lose' | 'hang' | { readonly status: number; readonly code?: number }

export interface TakenText {
  readonly sid: string
  readonly to: string
  readonly body: string
  readonly from: string
  /** Where it reports the status of the text. */
  readonly reportTo: string
  readonly at: Date
}

/**
 * A text message gateway on a free port that implements Twilio's Messages API with configurable failures. An accepted text is sent even if
 * the caller has died.
 */
export interface TestGateway {
  /** In the format of `SMS_URL`. */
  readonly url: string
  /** How it handles each text, or successive texts, repeating the list. */
  mode: GatewayMode | readonly GatewayMode[]
  readonly taken: readonly TakenText[]
  /** How often it was handed a text, accepted or not. */
  readonly asked: number
  /**
   * Calls a URL of the portal like the gateway; `signedFor` is the URL under which the gateway knows the portal. `token` is used to sign,
   * the gateway's own by default.
   */
  tell(address: string, signedFor: string, form: Readonly<Record<string, string>>, token?: string): Promise<Response>
  readonly close: () => Promise<void>
}

const [account, token] = ['AC0123', 'a-token']

/** Opens a gateway with this latency for each text, half of it before and half after accepting it. */
export async function openTextGateway({ slowMs = 0 } = {}): Promise<TestGateway> {
  const taken: TakenText[] = []
  let mode: TestGateway['mode'] = 'take'
  let asked = 0

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readText(request))
    const field = (name: string) => form.get(name) ?? ''
    const moods = [mode].flat()
    const mood = moods[asked % moods.length] ?? 'take'
    asked += 1
    if (mood === 'hang') return
    if (slowMs > 0) await delay(slowMs / 2)
    const sid = `SM${taken.length + 1}`
    if (typeof mood === 'string' && mood !== 'lose')
      taken.push({ sid, to: field('To'), body: field('Body'), from: field('From'), reportTo: field('StatusCallback'), at: new Date() })
    if (slowMs > 0) await delay(slowMs / 2)
    if (typeof mood === 'object') answer(response, mood.status, { code: mood.code, message: `Refused ${field('To')}` })
    else if (mood === 'take') answer(response, 201, { sid, status: 'queued' })
    else if (mood === 'fail') answer(response, 503, {})
    else request.socket.destroy()
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gateway')
    const expected = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
    if (request.headers.authorization !== expected) return answer(response, 401, { code: 20_003 })
    if (pathname === `/Accounts/${account}.json`) return answer(response, 200, { sid: account })
    // The caller may be killed during the request.
    if (request.method === 'POST') return void take(request, response).catch(() => {})
    const kept = taken.filter(({ to }) => to === searchParams.get('To'))
    return answer(response, 200, { messages: kept.map(({ body, at, sid }) => ({ sid, body, date_created: at.toUTCString() })) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${account}:${token}@127.0.0.1:${port}/Accounts/${account}?from=+14085550100`,
    get mode() {
      return mode
    },
    set mode(next) {
      mode = next
    },
    taken,
    get asked() {
      return asked
    },
    tell(address, signedFor, form, signing = token) {
      const body = new URLSearchParams(form)
      return fetch(address, { method: 'POST', body, headers: { 'x-twilio-signature': signatureOf(signing, signedFor, body) } })
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
