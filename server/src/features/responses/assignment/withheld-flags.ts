import type { DecidableFlag, RespondentFlagWord } from '@portico/shared/words/flags'
import type { RequestContext } from '../../../infra/request-context.ts'
import { answersOf } from '../../questionnaires/definitions.ts'
import type { Scope } from '../scope.ts'
import { isWithheld } from './assignment.ts'

/** What a row says about the answers of a respondent: only red answers lead to an agency, or to a call that takes back an invitation. */
interface FlagRow {
  readonly id: number
  readonly workshopId: number
  readonly initialFlag: RespondentFlagWord
  readonly currentFlag: RespondentFlagWord
  readonly initialReds: number
  readonly currentReds: number
  readonly forcedFlag: DecidableFlag | null
  readonly agencyId: number | null
  readonly agencyName: string | null
  readonly mustTelephone: boolean
  readonly telephoneSince: Date | null
}

/**
 * Returns the rows as the caller may see them: of respondents whose answers are withheld (`isWithheld`) only the current flag, because
 * everything else would tell whether answers were red.
 */
export async function withoutWithheldFlags<Row extends FlagRow>(ctx: RequestContext, scope: Scope, rows: readonly Row[]): Promise<Row[]> {
  const telling = rows.filter((row) => scope.sharedOnlyAt?.includes(row.workshopId) && tellsOfAnswers(row)).map(({ id }) => id)
  const withheld = telling.length === 0 ? new Set<number>() : await withheldAmong(ctx, scope, telling)
  return rows.map((row) => (withheld.has(row.id) ? { ...row, ...tellingNothing, initialFlag: row.currentFlag } : row))
}

const tellingNothing = {
  initialReds: 0,
  currentReds: 0,
  forcedFlag: null,
  agencyId: null,
  agencyName: null,
  mustTelephone: false,
  telephoneSince: null,
} as const

function tellsOfAnswers(row: FlagRow): boolean {
  if (row.initialFlag !== row.currentFlag || row.initialReds > 0 || row.currentReds > 0) return true
  return row.forcedFlag !== null || row.agencyId !== null || row.mustTelephone || row.telephoneSince !== null
}

async function withheldAmong(ctx: RequestContext, scope: Scope, ids: readonly number[]): Promise<Set<number>> {
  const people = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'workshopId', 'questionnaireId', 'keyId', 'wrappedKey', 'sealedAnswers'])
    .where('id', 'in', ids)
    .execute()
  const withheld = new Set<number>()
  for (const person of people) if (isWithheld(scope, person, await answersOf(ctx, person))) withheld.add(person.id)
  return withheld
}
