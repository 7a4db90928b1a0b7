import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodiesToSend, percentile } from '../bench/load.ts'
import type { Portal } from './portal.ts'

/** How a crowd behaves. */
export interface CrowdOptions {
  readonly clients: number
  /** The pause of each client between two submissions, in ms. */
  readonly restMs?: number
  /** Whether a repeated submission reuses its idempotency key; true by default. */
  readonly withKeys?: boolean
  /** How long a client waits for a response, in ms. */
  readonly patienceMs?: number
  /** Whether a load balancer checks readiness ten times a second; otherwise clients use any replica. */
  readonly balanced?: boolean
}

/** What a crowd recorded. */
export interface Ledger {
  /** Every acknowledged `anonymousId`, with the e-mail address that was sent. */
  readonly acknowledged: ReadonlyMap<string, string>
  readonly statuses: ReadonlyMap<string, number>
  /** Responses that violate the rules: a 5xx other than a 503 with `Retry-After`, and timeouts. */
  readonly broken: readonly string[]
  /** Connections that broke off after the request was sent. */
  readonly cut: number
  /** When each acknowledgement came, and how long it took from the first attempt, in ms. */
  readonly times: readonly { readonly at: number; readonly took: number }[]
}

/** Clients that send submissions and repeat them until acknowledged. */
export interface Crowd extends Ledger {
  /** Lets all clients finish their current submission. */
  leave(): Promise<void>
}

let knownBodies: Promise<string[]> | undefined

/** Sends a crowd to the replicas that currently exist. */
export async function sendCrowd(portal: Portal, options: CrowdOptions): Promise<Crowd> {
  const { clients, restMs = 100, withKeys = true, patienceMs = 45_000, balanced = false } = options
  const bodies = await (knownBodies ??= bodiesToSend())
  const ledger = { acknowledged: new Map<string, string>(), statuses: new Map<string, number>(), broken: [] as string[], cut: 0 }
  const times: { at: number; took: number }[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  let leaving = false
  const readiness = balanced ? watchReadiness(portal) : undefined

  async function submitOne(index: number): Promise<void> {
    const email = `p${randomUUID()}@faults.example`
    const body = (bodies[index % bodies.length] ?? '').replace(/"[^"@]*@portico\.example"/, JSON.stringify(email))
    const [key, began] = [randomUUID(), performance.now()]
    const from = `10.${index % 200}.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
    for (let tries = 0; ; tries += 1) {
      const replicas = portal.replicas.filter(({ origin }) => readiness?.isReady(origin) ?? true)
      const replica = replicas[(index + tries) % replicas.length]
      const sending = { from, key: withKeys ? key : undefined, patienceMs }
      const answer: Answer = replica
        ? await post(agent, `${replica.origin}/api/responses/addNewQuestionnaireResponse`, body, sending)
        : { status: 'away' }
      ledger.statuses.set(answer.status, (ledger.statuses.get(answer.status) ?? 0) + 1)
      if (answer.id) {
        ledger.acknowledged.set(answer.id, email)
        times.push({ at: performance.now(), took: performance.now() - began })
        return
      }
      if (answer.status === 'cut') ledger.cut += 1
      const fault = faultOf(answer)
      if (fault) ledger.broken.push(fault)
      if (leaving && tries > 600) return
      await sleep(answer.retryAfter === undefined ? 150 : answer.retryAfter * 250)
    }
  }

  const all = Array.from({ length: clients }, async (_, client) => {
    for (let round = 0; !leaving; round += 1) {
      await submitOne(client + round * clients)
      await sleep(restMs)
    }
  })
  return Object.assign(ledger, {
    times,
    async leave() {
      leaving = true
      await Promise.all(all)
      readiness?.stop()
      agent.destroy()
    },
  })
}

/** Polls the readiness of every replica. */
function watchReadiness(portal: Portal): { isReady(origin: string): boolean; stop(): void } {
  const away = new Set<string>()
  const asking = setInterval(() => {
    for (const { origin } of portal.replicas)
      fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(1_000) })
        .then(({ ok }) => (ok ? away.delete(origin) : away.add(origin)))
        .catch(() => away.add(origin))
  }, 100)
  return { isReady: (origin) => !away.has(origin), stop: () => clearInterval(asking) }
}

interface Answer {
  /** The HTTP status, or `away` (no connection), `cut` (broken off) or `silent`. */
  readonly status: string
  readonly id?: string | undefined
  readonly retryAfter?: number | undefined
  readonly text?: string
}

function faultOf({ status, id, retryAfter, text }: Answer): string | undefined {
  if (id) return undefined
  if (status === 'silent') return 'no answer in time'
  if (status === '503' && retryAfter === undefined) return '503 without Retry-After'
  if (['503', 'away', 'cut'].includes(status)) return undefined
  return `${status} ${text?.slice(0, 120)}`
}

interface Sending {
  readonly from: string
  readonly key: string | undefined
  readonly patienceMs: number
}

function post(agent: Agent, url: string, body: string, { from, key, patienceMs }: Sending): Promise<Answer> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-for': from,
      ...(key && { 'idempotency-key': key }),
    }
    const sent = request(url, { agent, method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('error', () => resolve({ status: 'cut' }))
      answer.on('end', () => {
        const id = answer.statusCode === 200 ? /"anonymousId":"([^"]+)"/.exec(text)?.[1] : undefined
        const after = answer.headers['retry-after']
        resolve({ status: String(answer.statusCode), id, retryAfter: after === undefined ? undefined : Number(after), text })
      })
    })
    sent.setTimeout(patienceMs, () => {
      resolve({ status: 'silent' })
      sent.destroy()
    })
    sent.on('error', (error) => resolve({ status: 'code' in error && error.code === 'ECONNREFUSED' ? 'away' : 'cut' }))
    sent.end(body)
  })
}

/** Compares a ledger with the database: how many submissions were lost, and how many are stored more than once. */
export async function compareWithDatabase(portal: Portal, { acknowledged }: Ledger): Promise<{ lost: number; doubled: number }> {
  const ids = [...acknowledged.keys()]
  const [kept] = await portal.sql<{ many: number }>('select count(*)::integer as many from respondent where anonymous_id = any($1)', [ids])
  const [twice] = await portal.sql<{ many: number }>(
    `select coalesce(sum(many - 1), 0)::integer as many from (
       select count(*) as many from respondent where email_hash in (select email_hash from respondent where anonymous_id = any($1)) group by email_hash
     ) counted where many > 1`,
    [ids],
  )
  return { lost: ids.length - (kept?.many ?? 0), doubled: twice?.many ?? 0 }
}

/** Returns the seconds from a moment to the next acknowledgement. */
export function recoveryAfter({ times }: Ledger, moment: number): number {
  const next = times.filter(({ at }) => at >= moment).reduce((least, { at }) => Math.min(least, at), Infinity)
  return (next - moment) / 1_000
}

/** Returns the longest time without an acknowledgement since a moment, in seconds; responses in flight at that moment still arrive. */
export function longestSilence({ times }: Ledger, moment: number): number {
  const since = [moment, ...times.map(({ at }) => at).filter((at) => at > moment)].toSorted((one, other) => one - other)
  return Math.max(...since.map((at, index) => at - (since[index - 1] ?? at))) / 1_000
}

/** Returns the 95th percentile of the duration of submissions since a moment, in ms. */
export function slowest95({ times }: Ledger, since = 0): number {
  return Math.round(
    percentile(
      times.filter(({ at }) => at >= since).map(({ took }) => took),
      0.95,
    ),
  )
}
