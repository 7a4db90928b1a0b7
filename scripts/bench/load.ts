import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { unremarkableAnswers } from '@portico/server/seed/answers'
import { sampleUpload } from '@portico/server/seed/seed-database'
import { readUpload } from '@portico/server/features/questionnaires/import/upload'

/** Where submissions are sent: a local port and a path. */
export interface Target {
  readonly port: number
  readonly path: string
}

/** The result of a load: the acknowledgements per second, and the duration of each in ms from when it was due. */
export interface Load {
  readonly perSecond: number
  readonly done: number
  readonly durations: readonly number[]
}

/** Returns 200 submissions of 60 answers as JSON; a third of them with red answers. */
export async function bodiesToSend(): Promise<string[]> {
  const outcome = await readUpload(await sampleUpload())
  if (!outcome.ok) throw new Error(outcome.message)
  const { definition } = outcome
  return Array.from({ length: 200 }, (_, index) => {
    const reds: Record<string, string> = index % 3 === 0 ? { taxesFiled: 'no', hasGreenCard: 'unsure' } : {}
    const answers = unremarkableAnswers(definition, '2026-11-21', {
      fullName: `Respondent ${index}`,
      email: `r${index}@portico.example`,
      ...reds,
    })
    return JSON.stringify({ name: 'citizenship_screening', language: 'en', answers })
  })
}

/** Sends submissions back to back on each of `connections` connections for `seconds`. */
export async function sendAll(target: Target, bodies: readonly string[], connections: number, seconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const until = performance.now() + seconds * 1000
  const durations: number[] = []
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const began = performance.now()
        await send(agent, target, bodyOf(bodies, durations.length))
        durations.push(performance.now() - began)
      }
    }),
  )
  agent.destroy()
  return { perSecond: durations.length / seconds, done: durations.length, durations }
}

/**
 * Sends `perSecond` submissions a second at a constant rate, whether or not earlier ones are answered; durations count from when each was
 * due.
 */
export async function sendEvenly(target: Target, bodies: readonly string[], perSecond: number, seconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const began = performance.now()
  const all = Math.round(perSecond * seconds)
  const sent: Promise<number>[] = []
  while (sent.length < all) {
    const due = began + (sent.length / perSecond) * 1000
    if (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
    else sent.push(send(agent, target, bodyOf(bodies, sent.length)).then(() => performance.now() - due))
  }
  const durations = await Promise.all(sent)
  agent.destroy()
  return { perSecond, done: all, durations }
}

/** Returns the median; the higher of the two middle values. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** Returns the percentile for this share, from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}

// Everyone has a unique address, because an address gets at most three e-mails.
function bodyOf(bodies: readonly string[], index: number): string {
  return (bodies[index % bodies.length] ?? '{}').replace('@', `.${randomUUID()}@`)
}

function send(agent: Agent, { port, path }: Target, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'idempotency-key': randomUUID() }
    const sent = request({ agent, port, host: '127.0.0.1', path, method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => (text.includes('"success":true') ? resolve() : reject(new Error(`refused: ${text.slice(0, 300)}`))))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
