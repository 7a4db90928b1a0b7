import { sql, type Kysely } from 'kysely'
import type { ByRespondent } from '@portico/shared/contract/fields'
import { effectiveFlag } from '@portico/shared/rules/flags'
import type { AnswerInfo } from '@portico/shared/contract/responses'
import type { Page } from '@portico/shared/contract/paging'
import type { RespondentEntry } from '@portico/shared/contract/responses'
import type { RespondentFlagWord } from '@portico/shared/words/flags'
import { auditPage, auditRespondents } from '../../infra/security/audit/audit.ts'
import { Failure } from '../../infra/failure.ts'
import { prepared } from '../../infra/postgres/statements/prepared.ts'
import type { Database, RequestContext } from '../../infra/request-context.ts'
import { openAssignReason, openContact } from '../../infra/security/sealed-respondent.ts'
import { answersOf, askedOf } from '../questionnaires/definitions.ts'
import { answerIdOf } from './review/answer-ids.ts'
import { claimOf, describeReassignment } from './review/claims.ts'
import { caseDecisions, decisionsOf, decisionViewIn, forcesOf, keepsDecision, shownDecisions } from './review/history.ts'
import { undoRefusal } from './review/undo.ts'
import { contactStateOf, invitationColumns } from './contact/contact-states.ts'
import { contactLanguages } from './listing/contact-languages.ts'
import { applyFilters, pageOfIds, type PageInput } from './listing/page-of-ids.ts'
import { contactOf } from './listing/contact-cache.ts'
import { respondentEntryView } from './listing/views.ts'
import { isWithheld } from './assignment/assignment.ts'
import { withoutWithheldFlags } from './assignment/withheld-flags.ts'
import { inScope, type Scope } from './scope.ts'
import { walkInOf } from './submission/answered-walk-ins.ts'

interface ListInput extends PageInput {
  readonly includeGreen?: boolean
  readonly includeRed?: boolean
  readonly includeInProgress?: boolean
}

/** Returns a page of the respondents in scope, newest first by default. */
export async function listRespondents(ctx: RequestContext, scope: Scope, input: ListInput): Promise<Page<RespondentEntry>> {
  const { ids, count, anonymousIds = [] } = await pageOfIds(ctx, applyFlagFilters(await applyFilters(ctx, scope, input), input), input)
  auditRespondents(ctx, anonymousIds)
  if (anonymousIds.length > 0) ctx.startAudit()
  const items = await entriesOf(ctx, scope, ids)
  auditPage(
    ctx,
    items.map((item) => item.respondent.anonymousId),
    count,
  )
  const { offset, count: batchSize } = input.pagination
  return { items, pagination: { batchSize, offset, hasMore: offset + items.length < count }, meta: { count } }
}

// Not-applicable respondents appear only when all flags are requested (shared/spec/contract.md#flags).
function applyFlagFilters(scope: Scope, input: ListInput): Scope {
  if (scope.flags || input.includeGreen === undefined) return scope
  const flags: RespondentFlagWord[] = []
  if (input.includeGreen) flags.push('green')
  if (input.includeRed) flags.push('red')
  if (input.includeInProgress) flags.push('in-progress')
  return flags.length === 3 ? scope : { ...scope, flags }
}

// One statement for everything that lists show of a respondent: each statement costs as much as decrypting ten names.
const selectRows = prepared<{ ids: readonly number[]; now: Date }>()((db: Kysely<Database>, place) =>
  db
    .selectFrom('respondent')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .leftJoin('agency', 'agency.id', 'respondent.agencyId')
    .leftJoin('case_claim', (join) =>
      join.onRef('case_claim.respondentId', '=', 'respondent.id').on('case_claim.expiresAt', '>', place('now')),
    )
    .leftJoin('account as claimer', 'claimer.id', 'case_claim.accountId')
    .leftJoin('message', (join) => join.onRef('message.respondentId', '=', 'respondent.id').on('message.kind', '=', sql.lit('invitation')))
    .leftJoinLateral(
      (calls) =>
        calls
          .selectFrom('telephone_call')
          .select(['outcome', 'callAgainOn', 'calledAt'])
          .whereRef('telephone_call.respondentId', '=', 'respondent.id')
          .orderBy('telephone_call.id', 'desc')
          .limit(1)
          .as('call'),
      (join) => join.onTrue(),
    )
    .select(['case_claim.accountId as claimedById', 'claimer.name as claimedBy', 'case_claim.expiresAt as claimedUntil'])
    .select(['outcome', 'callAgainOn', 'calledAt', ...invitationColumns])
    .select([
      'respondent.id',
      'respondent.anonymousId',
      'respondent.workshopId',
      'respondent.submittedAt',
      'respondent.questionnaireId',
      'respondent.language',
      'workshop.name as workshopName',
      'isTest',
      'eventDate',
      'timeZone',
      'respondent.submittedOn',
      'waitingAmberDays',
      'waitingRedDays',
      'respondent.agencyId',
      'agency.name as agencyName',
      'respondent.initialFlag',
      'respondent.currentFlag',
      'respondent.initialReds',
      'respondent.currentReds',
      'respondent.forcedFlag',
      'respondent.checkedInAt',
      'respondent.mustTelephone',
      'respondent.telephoneSince',
      'respondent.keyId',
      'respondent.wrappedKey',
      'respondent.sealedContact',
    ])
    .select(
      // Only evaluated for those who can be texted.
      sql<Date | null>`case when respondent.email_hash is null then (
        select max(created_at) from message told where told.respondent_id = respondent.id and told.delivery = 'delivered'
          and told.kind in ('invitation', 'invitation-again', 'workshop-change')) end`.as('toldByTextAt'),
    )
    .where('respondent.id', '=', sql<number>`any(${place('ids')}::bigint[])`),
)

/** Returns these respondents of a scope as lists show them, in the order of `ids`. */
export async function entriesOf(ctx: RequestContext, scope: Scope, ids: readonly number[]): Promise<RespondentEntry[]> {
  if (ids.length === 0) return []
  const rows = await withoutWithheldFlags(ctx, scope, await selectRows(ctx.db, { ids, now: ctx.now }))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const people = ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ row, contact: contactOf(ctx.services.encryption, row) }] : []
  })
  const forced = rows.filter((row) => row.forcedFlag !== null)
  const [forces, languages] = await Promise.all([
    forcesOf(ctx, forced),
    contactLanguages(ctx, new Map(people.map(({ row, contact }) => [row.id, contact]))),
  ])
  return people.map(({ row, contact }) =>
    respondentEntryView(row, {
      contact,
      contactLanguage: languages.get(row.id) ?? row.language,
      force: forces.get(row.id),
      claim: claimOf(ctx, row),
      contactState: contactStateOf(row),
      now: ctx.now,
    }),
  )
}

/** Returns one respondent in scope. Throws `NOT_FOUND`, also for a foreign one. */
export async function getRespondent(ctx: RequestContext, scope: Scope, { respondent }: ByRespondent): Promise<RespondentEntry> {
  const row = await ctx.db
    .selectFrom('respondent')
    .select('id')
    .where('anonymousId', '=', respondent.anonymousId)
    .where(inScope(scope))
    .executeTakeFirst()
  const [entry] = row ? await entriesOf(ctx, scope, [row.id]) : []
  if (!entry) throw new Failure('NOT_FOUND')
  auditRespondents(ctx, [entry.respondent.anonymousId])
  return entry
}

/**
 * Returns the answers of one respondent in scope, in question order, with flags and the history of decisions. Throws `NOT_FOUND`, or
 * `CASE_MOVED` if the caller was reading the case when it was moved (shared/spec/contract.md#claims).
 */
export async function getAnswers(ctx: RequestContext, scope: Scope, { respondent }: ByRespondent): Promise<AnswerInfo> {
  const person = await ctx.db
    .selectFrom('respondent')
    .leftJoin('account as assigner', 'assigner.id', 'respondent.assignedById')
    .select(['respondent.id', 'anonymousId', 'workshopId', 'questionnaireId', 'respondent.language', 'agencyId'])
    .select(['keyId', 'wrappedKey', 'sealedContact', 'sealedAnswers'])
    .select(['submittedOn', 'assignedAt', 'sealedAssignReason', 'assigner.name as assignedBy'])
    .where('anonymousId', '=', respondent.anonymousId)
    .where(inScope(scope))
    .executeTakeFirst()
  if (!person) {
    const moved = scope.flags || ctx.caller?.token ? undefined : await describeReassignment(ctx, respondent.anonymousId)
    throw moved ? new Failure('CASE_MOVED', moved) : new Failure('NOT_FOUND')
  }
  auditRespondents(ctx, [person.anonymousId])
  const answers = await answersOf(ctx, person)
  if (isWithheld(scope, person, answers)) throw new Failure('NOT_FOUND')
  const asked = await askedOf(ctx, person, answers)
  const decisions = await decisionsOf(ctx, person)
  const viewOf = decisionViewIn(ctx, scope, decisions)
  const { parentConsent } = scope.flags ? {} : openContact(ctx.services.encryption, person)
  const walkIn = scope.flags ? undefined : await walkInOf(ctx, person.id)
  return {
    questionnaireId: person.questionnaireId,
    language: person.language,
    answerFlags: {
      flaggedAnswers: answers.map(({ identifier, value, initialFlag, ...answer }, position) => {
        const newest = decisions.find((decision) => decision.position === position && !keepsDecision(decision))
        const canBeFlagged = answer.canBeFlagged || (newest?.flag ?? null) !== null
        const decided = newest?.flag ? { reason: viewOf(newest).reason, timestampUTC: newest.decidedAt.toISOString() } : null
        const override = newest?.flag === initialFlag ? null : decided
        const isRedByRules = !scope.flags && newest?.flag === 'red' && newest.rulesVersion !== undefined
        return {
          identifier,
          answerId: answerIdOf(person.id, position),
          originalValue: value,
          asked: asked.has(identifier),
          canBeFlagged,
          initialFlag,
          effectiveFlag: effectiveFlag({ canBeFlagged, initialFlag, overridden: override !== null }),
          override,
          ...(decided && !override && isRedByRules && { redByRules: decided }),
        }
      }),
    },
    history: shownDecisions(decisions).map((decision) => ({
      kind: decision.about,
      ...(decision.position !== null && { identifier: answers[decision.position]?.identifier }),
      ...viewOf(decision),
    })),
    version: caseDecisions(decisions).length,
    // Undoing is not available at check-in.
    undoable: !scope.flags && (await undoRefusal(ctx, person, caseDecisions(decisions).reverse())) === undefined,
    ...(!scope.flags && assignmentOf(ctx, person)),
    ...(walkIn && { walkIn }),
    ...(parentConsent !== undefined && { parentConsent }),
  }
}

function assignmentOf(
  ctx: RequestContext,
  {
    assignedBy: by,
    assignedAt,
    ...person
  }: Parameters<typeof openAssignReason>[1] & { readonly assignedBy: string | null; readonly assignedAt: Date | null },
): Pick<AnswerInfo, 'assigned'> {
  if (by === null || !assignedAt) return {}
  return { assigned: { by, timestampUTC: assignedAt.toISOString(), reason: openAssignReason(ctx.services.encryption, person) } }
}
