import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import type { OpenWorkshop } from '@portico/shared/contract/workshops'
import { limits } from '@portico/shared/words/limits'
import { isTransient } from '../../../api/failure.ts'
import { callRest, type RestInput, type RestOutput, type RestPath } from '../../../api/rest.ts'

/** Options of a call. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /** Number of retries after a transient failure; by default as in shared/spec/product.md#times. */
  readonly retries?: number
}

let cachedWorkshops: { readonly list: readonly OpenWorkshop[]; readonly until: number } | undefined

/**
 * Returns the workshops that are open for registration, in the order of preference for a submission that names none; cached for 10 min
 * (shared/spec/product.md#times). Throws `CallError`.
 */
export async function getOpenWorkshops(options: CallOptions = {}): Promise<readonly OpenWorkshop[]> {
  if (cachedWorkshops && Date.now() < cachedWorkshops.until) return cachedWorkshops.list
  const list = await callWithRetries('workshops/getOpenWorkshopList', {}, options)
  cachedWorkshops = { list, until: Date.now() + limits.workshopCacheMs }
  return list
}

/** Clears the cached list, after the server has refused a submission that the list allowed. */
export function forgetOpenWorkshops(): void {
  cachedWorkshops = undefined
}

/**
 * Loads the default workshop and its questionnaires in the background of a closed questionnaire
 * (shared/spec/product.md#questionnaire-pages).
 */
export async function loadClosedWorkshop(): Promise<void> {
  const { name } = await callWithRetries('workshops/getDefaultWorkshop', {})
  if (name !== undefined) await callWithRetries('workshops/getWorkshopQuestionnaire', { workshopName: name })
}

/** Options of loading a questionnaire. */
export interface VersionOptions extends CallOptions {
  /** Id of the version; by default the newest. */
  readonly id?: number
}

/** Loads a version of a questionnaire in one language. Throws `CallError`, for example with `QUESTIONNAIRE_NOT_FOUND`. */
export function getQuestionnaire(name: string, languageCode: string, { id, ...options }: VersionOptions = {}): Promise<Questionnaire> {
  return callWithRetries('questionnaires/getQuestionnaireByNameAndLanguageCode', { name, languageCode, id }, options)
}

/**
 * Returns the workshop that a submission belongs to: the named one, else the first that has the questionnaire; undefined while none is
 * open.
 */
export function workshopFor(open: readonly OpenWorkshop[], name: string, workshopName: string | undefined): OpenWorkshop | undefined {
  const offering = open.filter((workshop) => workshop.questionnaires.some((questionnaire) => questionnaire.name === name))
  return workshopName === undefined ? offering[0] : offering.find((workshop) => workshop.name === workshopName)
}

/** Calls with 3 retries, with a delay of 1 s doubling up to 30 s. Does not retry refusals (shared/spec/product.md#times). */
export async function callWithRetries<Path extends RestPath>(
  path: Path,
  input: RestInput<Path>,
  { signal, retries = limits.clientRetries }: CallOptions = {},
): Promise<RestOutput<Path>> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await callRest(path, input, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      if (failures === retries || !isTransient(error)) throw error
      const pauseMs = Math.min(limits.retryFirstMs * 2 ** failures, limits.retryMaxMs)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      signal?.throwIfAborted()
    }
  }
}
