import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import type { OpenWorkshop } from '@portico/shared/contract/workshops'
import { limits } from '@portico/shared/words/limits'
import { isPassing } from '../../../api/failure.ts'
import { callRest, type RestInput, type RestOutput, type RestPath } from '../../../api/rest.ts'

/** How a call is made. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /** How often a call that failed for the moment is made again; as shared/spec/product.md#times has it when left out. */
  readonly retries?: number
}

let cachedWorkshops: { readonly list: readonly OpenWorkshop[]; readonly until: number } | undefined

/**
 * The workshops that one can register for now, in the order in which a submission that names none prefers them; kept 10 min
 * (shared/spec/product.md#times). Throws `CallError`.
 */
export async function getOpenWorkshops(options: CallOptions = {}): Promise<readonly OpenWorkshop[]> {
  if (cachedWorkshops && Date.now() < cachedWorkshops.until) return cachedWorkshops.list
  const list = await callWithRetries('workshops/getOpenWorkshopList', {}, options)
  cachedWorkshops = { list, until: Date.now() + limits.workshopCacheMs }
  return list
}

/** Forgets which workshops are open: after the server has refused what the list promised. */
export function forgetOpenWorkshops(): void {
  cachedWorkshops = undefined
}

/** What a closed questionnaire loads in the background: the default workshop and its questionnaires (shared/spec/product.md#questionnaire-pages). */
export async function loadClosedWorkshop(): Promise<void> {
  const { name } = await callWithRetries('workshops/getDefaultWorkshop', {})
  if (name !== undefined) await callWithRetries('workshops/getWorkshopQuestionnaire', { workshopName: name })
}

/** The newest version of a questionnaire in one language. Throws `CallError`, with `QUESTIONNAIRE_NOT_FOUND` among them. */
export function getQuestionnaire(name: string, languageCode: string, options: CallOptions = {}): Promise<Questionnaire> {
  return callWithRetries('questionnaires/getQuestionnaireByNameAndLanguageCode', { name, languageCode }, options)
}

/** The workshop to which a submission would belong: the named one, else the first that has the questionnaire; undefined while none is open. */
export function workshopFor(open: readonly OpenWorkshop[], name: string, workshopName: string | undefined): OpenWorkshop | undefined {
  const offering = open.filter((workshop) => workshop.questionnaires.some((questionnaire) => questionnaire.name === name))
  return workshopName === undefined ? offering[0] : offering.find((workshop) => workshop.name === workshopName)
}

/** A call with 3 retries, 1 s doubling to 30 s. A refusal is not asked again (shared/spec/product.md#times). */
async function callWithRetries<Path extends RestPath>(
  path: Path,
  input: RestInput<Path>,
  { signal, retries = limits.clientRetries }: CallOptions = {},
): Promise<RestOutput<Path>> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await callRest(path, input, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      if (failures === retries || !isPassing(error)) throw error
      const pauseMs = Math.min(limits.retryFirstMs * 2 ** failures, limits.retryMaxMs)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      signal?.throwIfAborted()
    }
  }
}
