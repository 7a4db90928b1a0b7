import type { Registry } from 'prom-client'
import { faults, isFailureId, type FailureId, type FaultId } from '@portico/shared/words/failures'

/** The outcome of handing an e-mail to the mail server. */
export type EmailOutcome = 'sent' | 'refused' | 'given-up'

/**
 * The outcomes of a text message: accepted by the gateway, refused or given up on; the delivery status that the network reports later; a
 * reply, also one from an unknown number or over the limit of its number; an unsigned request.
 */
export const textOutcomes = [
  'sent',
  'refused',
  'given-up',
  'delivered',
  'undelivered',
  'reply',
  'unknown-number',
  'over-limit',
  'unsigned',
] as const
export type TextOutcome = (typeof textOutcomes)[number]

/** The parts of the server that answer requests. */
export const surfaces = ['api', 'trpc', 'health', 'texts', 'assets', 'pages'] as const
export type Surface = (typeof surfaces)[number]

/**
 * Counts events for operators. Labels are names of calls and ids of our own catalogs, never user input: labels are kept forever and are
 * read by people who may not see respondents.
 */
export interface Metrics {
  /** Counts an answered call and its duration in seconds; `id` is the refusal or fault it ended with. */
  call(path: string, seconds: number, id?: FailureId | FaultId): void
  request(surface: Surface, status: number): void
  email(outcome: EmailOutcome): void
  text(outcome: TextOutcome): void
}

/** Counts nothing, for a server without metrics. */
export const noMetrics: Metrics = { call: () => {}, request: () => {}, email: () => {}, text: () => {} }

const secondsBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** Returns metrics that are kept in `register`. The library is loaded here, so that a portal without METRICS_PORT never loads it. */
export async function createMetrics(register: Registry): Promise<Metrics> {
  const { Counter, Histogram } = await import('prom-client')
  const registers = [register]
  const durations = new Histogram({
    name: 'portico_call_duration_seconds',
    help: 'How long calls took, from their guard to their answer.',
    labelNames: ['call'],
    buckets: secondsBuckets,
    registers,
  })
  const calls = new Counter({
    name: 'portico_calls_total',
    help: 'Calls by outcome: answered, refused (in the catalog’s words), unavailable (503), failed (500).',
    labelNames: ['call', 'outcome'],
    registers,
  })
  const refusals = new Counter({
    name: 'portico_refusals_total',
    help: 'Calls that were not answered, by the id of the refusal.',
    labelNames: ['call', 'id'],
    registers,
  })
  const requests = new Counter({
    name: 'portico_http_requests_total',
    help: 'HTTP requests by the part of the server that answered and the status.',
    labelNames: ['surface', 'status'],
    registers,
  })
  const emails = new Counter({
    name: 'portico_emails_total',
    help: 'E-mails that the mail server took (sent), did not take (refused), and that were given up.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['sent', 'refused', 'given-up']) emails.inc({ outcome }, 0)
  const texts = new Counter({
    name: 'portico_texts_total',
    help: 'Text messages by what became of them, and what came back.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of textOutcomes) texts.inc({ outcome }, 0)
  return {
    call(path, seconds, id) {
      durations.observe({ call: path }, seconds)
      calls.inc({ call: path, outcome: outcomeOf(id) })
      if (id) refusals.inc({ call: path, id })
    },
    request: (surface, status) => requests.inc({ surface, status }),
    email: (outcome) => emails.inc({ outcome }),
    text: (outcome) => texts.inc({ outcome }),
  }
}

/** Returns the outcome of a call that ended with this id; without an id it was answered. */
export function outcomeOf(id: FailureId | FaultId | undefined): 'answered' | 'refused' | 'unavailable' | 'failed' {
  if (id === undefined) return 'answered'
  if (isFailureId(id) || faults[id].status < 500) return 'refused'
  return id === 'UNAVAILABLE' ? 'unavailable' : 'failed'
}
