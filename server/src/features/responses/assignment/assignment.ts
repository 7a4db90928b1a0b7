import { consentQuestion, isRefusal } from '@portico/shared/rules/consent'
import { sql } from 'kysely'
import { lock } from '../../../infra/postgres/locks.ts'
import { languageOf } from '@portico/shared/words/languages'
import { auditRespondents } from '../../../infra/security/audit/audit.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { openContact } from '../../../infra/security/sealed-respondent.ts'
import { answersOf, contactLanguageOf } from '../../questionnaires/definitions.ts'
import type { Scope } from '../scope.ts'

/** An agency that takes part in a workshop, with its number of open cases. */
export interface Candidate {
  readonly id: number
  readonly languages: readonly string[]
  readonly openCases: number
}

/**
 * Chooses the agency for a case: one that works in the respondent's language if any does, with the fewest open cases, then the lower id
 * (shared/spec/contract.md#assignment). Returns undefined if no agency takes part.
 */
export function chooseAgency(candidates: readonly Candidate[], language: string): number | undefined {
  const speaks = (candidate: Candidate) => candidate.languages.some((spoken) => sameLanguage(spoken, language))
  const fitting = candidates.some(speaks) ? candidates.filter(speaks) : candidates
  return [...fitting].sort((one, other) => one.openCases - other.openCases || one.id - other.id)[0]?.id
}

/**
 * Whether a case may be assigned to an agency. Respondents who refused to share their answers wait with the admins
 * (shared/spec/contract.md#assignment); questionnaires without that question count as consent.
 */
export function mayBeShared(answers: readonly { readonly identifier: string; readonly value: string }[]): boolean {
  return !answers.some(({ identifier, value }) => identifier === consentQuestion && isRefusal(value))
}

/**
 * Whether these answers are withheld from the caller: at a workshop that they reach only through an agency, respondents who refused sharing
 * are checked in by name, without their answers (shared/spec/access-matrix.md#foreign-objects).
 */
export function isWithheld(
  { sharedOnlyAt = [] }: Scope,
  { workshopId }: { readonly workshopId: number },
  answers: readonly { readonly identifier: string; readonly value: string }[],
): boolean {
  return sharedOnlyAt.includes(workshopId) && !mayBeShared(answers)
}

function sameLanguage(one: string, other: string): boolean {
  const known = languageOf(one)
  return known ? known.code === languageOf(other)?.code : one.toLowerCase() === other.toLowerCase()
}

/**
 * Serializes agencies joining a workshop and cases arriving where none takes part, until the end of the transaction. Otherwise a case and
 * an agency that do not see each other would leave the case waiting forever.
 */
export async function lockAgencyJoining(ctx: Pick<RequestContext, 'db'>, as: 'agency' | 'case'): Promise<void> {
  await lock(ctx.db, 'agenciesJoining', 0, as === 'agency' ? 'exclusive' : 'shared')
}

/** SQL for the number of open cases of the agency in the surrounding query. */
export const countOpenCases = sql<number>`(
  select coalesce(sum(respondents), 0)::integer from respondent_count
  where respondent_count.agency_id = agency.id and respondent_count.flag = 'in-progress'
    and respondent_count.workshop_id not in (select id from workshop where is_test))`

/** The same as a selected column. */
export const openCases = countOpenCases.as('openCases')

/** Returns the agencies that take part in a workshop. */
export async function candidatesOf(ctx: RequestContext, workshopId: number): Promise<Candidate[]> {
  const candidates = await readCandidates(ctx, workshopId)
  if (candidates.length > 0) return candidates
  await lockAgencyJoining(ctx, 'case')
  return readCandidates(ctx, workshopId)
}

async function readCandidates(ctx: RequestContext, workshopId: number): Promise<Candidate[]> {
  return ctx.db
    .selectFrom('workshop_agency')
    .innerJoin('agency', 'agency.id', 'workshop_agency.agencyId')
    .select(['agency.id', 'agency.languages', openCases])
    .where('workshop_agency.workshopId', '=', workshopId)
    .execute()
}

/**
 * Starts a query of the cases waiting without an agency. Excludes those whose key was put away, because their consent to sharing cannot be
 * read.
 */
export function waitingIn({ db }: Pick<RequestContext, 'db'>) {
  return db
    .selectFrom('respondent')
    .where('agencyId', 'is', null)
    .where('currentFlag', 'in', ['red', 'in-progress'])
    .where('wrappedKey', 'is not', null)
}

/** Assigns the waiting cases of a workshop, or only the one with `id`, to the agencies that take part now. */
export async function assignWaiting(ctx: RequestContext, workshopId: number, id?: number): Promise<void> {
  const candidates = await candidatesOf(ctx, workshopId)
  if (candidates.length === 0) return
  const waiting = await waitingIn(ctx)
    .select(['id', 'anonymousId', 'questionnaireId', 'language', 'keyId', 'wrappedKey', 'sealedContact', 'sealedAnswers'])
    .where('workshopId', '=', workshopId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id')
    .forUpdate()
    .execute()
  const loads = new Map(candidates.map((candidate) => [candidate.id, candidate.openCases]))
  const given = new Map<number, number[]>()
  for (const person of waiting) {
    const { id, anonymousId } = person
    const answers = await answersOf(ctx, person)
    if (!mayBeShared(answers)) continue
    const agencyId = chooseAgency(
      candidates.map((candidate) => ({ ...candidate, openCases: loads.get(candidate.id) ?? 0 })),
      await contactLanguageOf(ctx, person, openContact(ctx.services.encryption, person)),
    )
    if (agencyId === undefined) continue
    auditRespondents(ctx, [anonymousId])
    loads.set(agencyId, (loads.get(agencyId) ?? 0) + 1)
    given.set(agencyId, [...(given.get(agencyId) ?? []), id])
  }
  for (const [agencyId, ids] of given) {
    await ctx.db.updateTable('respondent').set({ agencyId, assignedAt: ctx.now }).where('id', 'in', ids).execute()
  }
}
