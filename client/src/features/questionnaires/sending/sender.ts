import type { AnswerFault } from '@portico/shared/rules/answers'
import { limits } from '@portico/shared/words/limits'
import { failureOf, type ClientFailure } from '../../../api/failure.ts'
import { callRest, type RestInput, type RestOutput } from '../../../api/rest.ts'
import { isRecord } from '../draft/device.ts'
import type { Draft } from '../draft/draft.ts'
import type { Envelope } from '../draft/draft-record.ts'
import { isAnswerFault } from '../fields/fault-words.ts'
import { forgetOpenWorkshops } from '../loading/server-calls.ts'
import { solve } from '../../../api/proof-of-work.ts'

/** The state of the submission as shown to the user; it never claims more than is known. */
export type SendState =
  | { readonly step: 'idle' }
  | { readonly step: 'sending' }
  | { readonly step: 'solving' }
  | { readonly step: 'waiting'; readonly because: 'connection' | 'server' }
  | { readonly step: 'refused'; readonly because: Refusal; readonly faults: Readonly<Record<string, AnswerFault>> }
  | { readonly step: 'sent'; readonly anonymousId: string }

/**
 * `answers`: some are invalid. `closed`: no open workshop has the questionnaire. `repeated`: other answers were sent under this key before.
 */
export type Refusal = 'answers' | 'closed' | 'repeated' | 'other'

const submissionPath = 'responses/addNewQuestionnaireResponse'
type Submission = RestInput<typeof submissionPath>

/** External dependencies of the sender. */
export interface SenderDependencies {
  readonly post: (submission: Submission, signal: AbortSignal) => Promise<RestOutput<typeof submissionPath>>
  readonly solve: typeof solve
  /** Called once, before the draft is cleared. */
  readonly onReceived: (anonymousId: string) => void
}

/** Timeout of an attempt; the server itself gives up after 15 s. */
const attemptMs = 40_000
const idle: SendState = { step: 'idle' }

/**
 * Sends a draft exactly once, whatever the network does: the answers are frozen until the server has answered, every attempt sends the same
 * body under the same idempotency key, and attempts continue automatically, even after a reload.
 */
export class Sender {
  readonly #draft: Draft
  readonly #dependencies: SenderDependencies
  readonly #listeners = new Set<() => void>()
  #state: SendState = idle
  #attempts = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: AbortController | undefined

  constructor(draft: Draft, dependencies: SenderDependencies) {
    this.#draft = draft
    this.#dependencies = dependencies
  }

  readonly state = (): SendState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Freezes the answers and starts sending them. */
  send(envelope: Envelope): void {
    if (this.#draft.state().sending) return
    this.#draft.freeze(envelope)
    this.attempt()
  }

  /** Starts an attempt unless there is nothing to send or one is running: on start, when back online, and on request. */
  readonly attempt = (): void => {
    const { sending } = this.#draft.state()
    if (!sending || this.#running) return
    clearTimeout(this.#timer)
    this.#running = new AbortController()
    void this.#run(sending, this.#running)
  }

  /** Stops retrying; the answers stay frozen, and another sender may continue. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#running?.abort()
    this.#running = undefined
  }

  /** Dismisses a refusal. */
  dismissRefusal(): void {
    if (this.#state.step === 'refused') this.#setState(idle)
  }

  async #run(envelope: Envelope, run: AbortController): Promise<void> {
    const timeout = setTimeout(() => run.abort(), attemptMs)
    try {
      const body = bodyOf(this.#draft, envelope)
      const anonymousId = await this.#deliver(body, run.signal)
      if (this.#running !== run) return
      this.#dependencies.onReceived(anonymousId)
      this.#setState({ step: 'sent', anonymousId })
      this.#draft.end()
    } catch (error) {
      if (this.#running === run) this.#fail(error)
    } finally {
      clearTimeout(timeout)
      if (this.#running === run) this.#running = undefined
    }
  }

  async #deliver(body: Submission, signal: AbortSignal): Promise<string> {
    this.#setState({ step: 'sending' })
    try {
      return (await this.#dependencies.post(body, signal)).anonymousId
    } catch (error) {
      const { challenge } = failureOf(error).details
      if (typeof challenge !== 'string') throw error
      this.#setState({ step: 'solving' })
      const proof = await this.#dependencies.solve(challenge, signal)
      return (await this.#dependencies.post({ ...body, proof }, signal)).anonymousId
    }
  }

  #fail(error: unknown): void {
    const failure = failureOf(error)
    const because = refusalOf(failure)
    if (because) {
      if (because === 'closed') forgetOpenWorkshops()
      this.#draft.thaw()
      return this.#setState({ step: 'refused', because, faults: faultsOf(failure) })
    }
    this.#setState({ step: 'waiting', because: failure.id === 'NETWORK' ? 'connection' : 'server' })
    this.#timer = setTimeout(this.attempt, Math.max(pauseMs(this.#attempts++), retryAfterMs(failure)))
  }

  #setState(state: SendState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** Returns the live dependencies (shared/spec/contract.md#response-calls); `onReceived` is called once with the anonymousId. */
export function senderDependencies(onReceived: (anonymousId: string) => void): SenderDependencies {
  return { post: (body, signal) => callRest(submissionPath, body, { signal }), solve, onReceived }
}

function bodyOf(draft: Draft, { language, workshopName, identifiers, parentConsent }: Envelope): Submission {
  const { name, questionnaireId, idempotencyKey, answers, walkIn } = draft.state()
  const sent = identifiers.map((identifier) => [identifier, (answers[identifier] ?? '').trim()])
  return { name, language, workshopName, questionnaireId, idempotencyKey, answers: Object.fromEntries(sent), walkIn, parentConsent }
}

// Anything that the server has examined and rejected is a refusal; everything else may be transient, so the same body is sent again.
function refusalOf(failure: ClientFailure): Refusal | undefined {
  const { id, details } = failure
  switch (id) {
    case 'VALIDATION_ERROR':
      return Object.keys(faultsOf(failure)).length > 0 ? 'answers' : 'other'
    case 'REGISTRATION_DISABLED':
    case 'NO_QUESTIONNAIRE_REGISTERED':
      return 'closed'
    case 'IDEMPOTENCY_KEY_REUSED':
      return 'repeated'
    case 'NETWORK':
    case 'TOO_MANY_REQUESTS':
    case 'INTERNAL_ERROR':
    case 'UNAVAILABLE':
      return undefined
    default:
      return typeof details.status === 'number' && details.status >= 500 ? undefined : 'other'
  }
}

function faultsOf({ details }: ClientFailure): Record<string, AnswerFault> {
  const issues = Array.isArray(details.issues) ? details.issues.filter(isRecord) : []
  const faults = issues.flatMap(({ path, code }) => {
    const [field, identifier]: unknown[] = Array.isArray(path) ? path : []
    return field === 'answers' && typeof identifier === 'string' ? [[identifier, isAnswerFault(code) ? code : 'pattern'] as const] : []
  })
  return Object.fromEntries(faults)
}

function pauseMs(attempts: number): number {
  return Math.min(limits.retryFirstMs * 2 ** attempts, limits.retryMaxMs) * (0.75 + Math.random() / 2)
}

function retryAfterMs({ details }: ClientFailure): number {
  return typeof details.retryAfter === 'number' ? Math.min(details.retryAfter * 1_000, limits.retryMaxMs) : 0
}
