import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { signatureOf } from '@portico/server/infra/texts/text-gateway'

/** How it treats a text: `refuse` takes none, `fail` takes it and answers an error, `drop` takes it and hangs up, `lose` hangs up before. */
export type GatewayMode = 'take' | 'refuse' | 'fail' | 'drop' | 'lose'

interface TakenText {
  readonly to: string
  readonly body: string
  readonly at: Date
  /** Where it says what became of the text. */
  readonly reportTo: URL
}

/** A gateway of text messages that speaks Twilio's Messages API and can be in any mood. What was asked for is sent, also when who asked has died meanwhile. */
export interface TextGateway {
  /** As `SMS_URL` has it. */
  readonly url: string
  /** How it treats one text after another, again and again. */
  modes: readonly GatewayMode[]
  readonly taken: readonly TakenText[]
  /** Says that a text has arrived, to the server at this origin; whether that was heard. */
  report(text: TakenText, origin: string): Promise<boolean>
  close(): Promise<void>
}

const [account, token] = ['AC0123', 'a-token']
const statuses: Readonly<Record<Exclude<GatewayMode, 'drop' | 'lose'>, number>> = { take: 201, refuse: 429, fail: 503 }

/** Opens a gateway on a free port that thinks about each text for so long, half of it before it has taken it and half before it says so. */
export async function openTextGateway(slowMs: number): Promise<TextGateway> {
  const taken: TakenText[] = []
  let modes: readonly GatewayMode[] = ['take']
  let asked = 0

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readText(request))
    const [to = '', body = '', reportTo = ''] = ['To', 'Body', 'StatusCallback'].map((name) => form.get(name) ?? '')
    const mood = modes[(asked += 1) % modes.length] ?? 'take'
    await delay(slowMs / 2)
    if (mood !== 'refuse' && mood !== 'lose') taken.push({ to, body, at: new Date(), reportTo: new URL(reportTo) })
    await delay(slowMs / 2)
    if (mood === 'drop' || mood === 'lose') request.socket.destroy()
    else answer(response, statuses[mood], {})
  }

  const server = createServer((request, response) => {
    if (request.method === 'POST') return void take(request, response).catch(() => {})
    const number = new URL(request.url ?? '/', 'http://gateway').searchParams.get('To')
    const kept = taken.filter(({ to }) => to === number)
    answer(response, 200, { messages: kept.map(({ body, at }) => ({ body, date_created: at.toUTCString() })) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://${account}:${token}@127.0.0.1:${(server.address() as AddressInfo).port}/Accounts/${account}?from=+14085550100`,
    get modes() {
      return modes
    },
    set modes(next) {
      modes = next
    },
    taken,
    report({ reportTo }, origin) {
      const body = new URLSearchParams({ MessageStatus: 'delivered' })
      const headers = { 'x-twilio-signature': signatureOf(token, reportTo.href, body) }
      return fetch(`${origin}${reportTo.pathname}`, { method: 'POST', body, headers }).then(
        ({ ok }) => ok,
        () => false,
      )
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
