import type { RuleTrial, TrialList, TrialListRequest } from '@portico/shared/contract/rule-trials'
import { sql } from 'kysely'
import { Failure } from '../../../infra/failure.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { auditCount, auditPage } from '../../../infra/security/audit/audit.ts'
import { openEntry, openResult, type TrialChange } from './trial-result.ts'

/** Returns the progress of a trial and the number of respondents by change of flag. Throws `NOT_FOUND`. */
export async function getRuleTrial(ctx: RequestContext, { id }: { id: number }): Promise<RuleTrial> {
  const { status, done, total, name, changes, version, changed } = await findTrial(ctx, id)
  auditCount(ctx, total)
  const respondents = new Map<string, RuleTrial['respondents'][number]>()
  const questions = new Map<string, RuleTrial['questions'][number]>()
  for (const { from, to, turnedRed, turnedGreen } of changes) {
    const counted = respondents.get(`${from} ${to}`) ?? { from, to, count: 0 }
    respondents.set(`${from} ${to}`, { ...counted, count: counted.count + 1 })
    for (const [turned, identifiers] of [
      ['turnedRed', turnedRed],
      ['turnedGreen', turnedGreen],
    ] as const) {
      for (const identifier of identifiers) {
        const question = questions.get(identifier) ?? { identifier, turnedRed: 0, turnedGreen: 0 }
        questions.set(identifier, { ...question, [turned]: question[turned] + 1 })
      }
    }
  }
  const telephone = changes.filter((change) => change.telephone).length
  return {
    id,
    name,
    status,
    done,
    total,
    ...(version !== null && { openCases: { version, telephone, changed } }),
    respondents: [...respondents.values()],
    questions: [...questions.values()],
  }
}

/** Lists the respondents behind a number of a trial, in the order of the result. Throws `NOT_FOUND`. */
export async function getRuleTrialList(ctx: RequestContext, { id, pagination, ...filter }: TrialListRequest): Promise<TrialList> {
  const { changes } = await findTrial(ctx, id)
  const found = changes.filter((change) => matchesFilter(change, filter))
  const { offset, count: batchSize } = pagination
  const items = found.slice(offset, offset + batchSize)
  auditPage(
    ctx,
    items.map(({ anonymousId }) => anonymousId),
    found.length,
  )
  const hasMore = offset + items.length < found.length
  return { items, pagination: { batchSize, offset, hasMore }, meta: { count: found.length } }
}

function matchesFilter(change: TrialChange, filter: Omit<TrialListRequest, 'id' | 'pagination'>): boolean {
  const { from, to, turnedRed, turnedGreen, telephone } = filter
  if (telephone && !change.telephone) return false
  if (from !== undefined && change.from !== from) return false
  if (to !== undefined && change.to !== to) return false
  if (turnedRed !== undefined && !change.turnedRed.includes(turnedRed)) return false
  return turnedGreen === undefined || change.turnedGreen.includes(turnedGreen)
}

async function findTrial(ctx: RequestContext, id: number) {
  const trial = await ctx.db
    .selectFrom('rule_trial')
    .leftJoin('questionnaire', 'questionnaire.id', 'rule_trial.questionnaireId')
    .select(['rule_trial.id', 'rule_trial.name', 'status', 'done', 'total', 'changed', 'version'])
    .select(['keyId', 'wrappedKey', 'sealedResult'])
    .where('rule_trial.id', '=', id)
    .executeTakeFirst()
  if (!trial) throw new Failure('NOT_FOUND')
  const { encryption } = ctx.services
  const entries = openResult(encryption, trial)
  // Respondents who have been deleted since are omitted.
  const ids = entries.map(({ anonymousId }) => anonymousId)
  // A single array parameter, because a statement takes at most 65,535 parameters.
  const existing = await ctx.db
    .selectFrom('respondent')
    .select(['anonymousId', 'keyId', (select) => select.ref('wrappedKey').$notNull().as('wrappedKey')])
    .where(sql<boolean>`anonymous_id = any(${ids}::text[])`)
    .where('wrappedKey', 'is not', null)
    .execute()
  const people = new Map(existing.map((person) => [person.anonymousId, person]))
  const changes = entries.flatMap((entry) => {
    const person = people.get(entry.anonymousId)
    return person ? [openEntry(encryption, id, person, entry)] : []
  })
  return { ...trial, changes }
}
