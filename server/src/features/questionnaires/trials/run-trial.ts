import { knownAnswers } from '@portico/shared/rules/answers'
import { questionsIn, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { summarizeFlags, type JudgedAnswer } from '@portico/shared/rules/flags'
import { isRed } from '@portico/shared/rules/red-rules'
import type { RespondentFlagWord } from '@portico/shared/words/flags'
import { sql as raw, type Expression, type SqlBool, type Updateable } from 'kysely'
import { sql, type Database, type RequestContext, type Services } from '../../../infra/request-context.ts'
import type { StoredAnswer } from '../../../infra/security/sealed-respondent.ts'
import { answersOf, findPublished } from '../definitions.ts'
import { openDefinition } from '../sealed-definitions.ts'
import { sealEntry, sealResult, type TrialChange, type TrialEntry } from './trial-result.ts'

const batchSize = 500

/** Which respondents a trial covers, among those who answered the questionnaire, and what would change for them. */
export interface TrialKind {
  /** Defaults to all of them. */
  readonly among?: (now: Date) => Expression<SqlBool>
  readonly changesIn: (services: Services, db: RequestContext['db'], rules: TriedRules, rows: readonly TrialRow[]) => Promise<TrialChange[]>
}

/** Compares the initial flags with those that the trial's rules would have given. */
const pastAnswers: TrialKind = {
  async changesIn(services, db, { definition }, rows) {
    const changes: TrialChange[] = []
    for (const row of rows) {
      const change = changeOf(definition, await answersOf({ db, services }, row), row.submittedOn)
      if (change) changes.push({ anonymousId: row.anonymousId, ...change })
    }
    return changes
  },
}

/**
 * Finds the respondents whose flags would change under the rules of a trial. Throws only errors for which a retry may help: an aborted
 * `signal` or an unavailable database.
 */
export async function runTrial(services: Services, trialId: number, signal: AbortSignal, kind = pastAnswers): Promise<void> {
  const db = sql(services.orm.em.fork())
  const trial = await db
    .updateTable('rule_trial')
    .set({ status: 'running', done: 0 })
    .where('id', '=', trialId)
    .where('status', 'in', ['waiting', 'running'])
    .returning(['id', 'name', 'definition', 'questionnaireId'])
    .executeTakeFirst()
  if (!trial) return
  try {
    const definition = await definitionOf({ services, db }, trial)
    const entries = await entriesOf({ services, db, signal, kind }, { ...trial, definition })
    await updateTrial(db, trialId, { status: 'done', ...sealResult(services.encryption, trialId, entries) })
  } catch (error) {
    signal.throwIfAborted()
    services.log.error({ err: error, trialId }, 'a trial of rules failed')
    await updateTrial(db, trialId, { status: 'failed' })
  }
}

// A trial of a published version has no definition of its own.
async function definitionOf(
  ctx: Pick<RequestContext, 'services' | 'db'>,
  trial: Parameters<typeof openDefinition>[2] & Pick<TriedRules, 'questionnaireId'>,
): Promise<QuestionnaireDefinition> {
  const published = trial.questionnaireId === null ? undefined : await findPublished(ctx, trial.questionnaireId)
  return published?.definition ?? openDefinition(ctx, 'trialId', trial)
}

function updateTrial(db: RequestContext['db'], id: number, values: Updateable<Database['rule_trial']>) {
  return db.updateTable('rule_trial').set(values).where('id', '=', id).execute()
}

/** The rules that a trial tries. */
export interface TriedRules {
  /** The name of the questionnaire. */
  readonly name: string
  readonly definition: QuestionnaireDefinition
  /** The published version whose rules would be applied to open cases; null: nothing is published yet. */
  readonly questionnaireId: number | null
}

interface Trial extends TriedRules {
  readonly id: number
}

/** A respondent as read by trials. */
export interface TrialRow {
  readonly id: number
  readonly anonymousId: string
  readonly questionnaireId: number
  readonly submittedOn: string
  readonly initialFlag: RespondentFlagWord
  readonly currentFlag: RespondentFlagWord
  readonly keyId: string
  readonly wrappedKey: Buffer
  readonly sealedAnswers: Buffer
}

interface Search {
  readonly services: Services
  readonly db: RequestContext['db']
  readonly kind: TrialKind
}

async function entriesOf({ signal, ...search }: Search & { readonly signal: AbortSignal }, trial: Trial): Promise<TrialEntry[]> {
  const { services, db } = search
  const { id } = trial
  const { total } = await covered(search, trial)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  await updateTrial(db, id, { total })
  const telephoned: TrialEntry[] = []
  const others: TrialEntry[] = []
  let done = 0
  for await (const { rows, changes } of findChanges(search, trial)) {
    signal.throwIfAborted()
    const byNumber = new Map(rows.map((row) => [row.anonymousId, row]))
    for (const change of changes) {
      const person = byNumber.get(change.anonymousId)
      if (person) (change.telephone ? telephoned : others).push(sealEntry(services.encryption, id, person, change))
    }
    done += rows.length
    await updateTrial(db, id, { done })
  }
  // Respondents who have to be telephoned come first.
  return [...telephoned, ...others]
}

function covered({ services, db, kind }: Search, { name }: TriedRules) {
  return db
    .selectFrom('respondent')
    .where('questionnaireId', 'in', (select) => select.selectFrom('questionnaire').select('questionnaire.id').where('name', '=', name))
    .where('wrappedKey', 'is not', null)
    .where(kind.among?.(services.clock()) ?? raw<boolean>`true`)
}

/** Returns whose flags these rules change, in batches of the respondents that a trial of this kind covers. */
export async function* findChanges(search: Search, rules: TriedRules): AsyncGenerator<{ rows: TrialRow[]; changes: TrialChange[] }> {
  for (let last = 0; ;) {
    const rows = await covered(search, rules)
      .select(['id', 'anonymousId', 'questionnaireId', 'submittedOn', 'initialFlag', 'currentFlag'])
      .select(['keyId', 'sealedAnswers', (select) => select.ref('wrappedKey').$notNull().as('wrappedKey')])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    if (rows.length === 0) return
    yield { rows, changes: await search.kind.changesIn(search.services, search.db, rules, rows) }
    last = rows.at(-1)?.id ?? last
  }
}

/** Returns what would change for someone who gave these answers on this day; undefined if nothing would. */
export function changeOf(
  definition: QuestionnaireDefinition,
  answers: readonly StoredAnswer[],
  today: string,
): Omit<TrialChange, 'anonymousId'> | undefined {
  const given = new Map(answers.map((answer) => [answer.identifier, answer]))
  const values = new Map(answers.map(({ identifier, value }) => [identifier, value]))
  const known = knownAnswers(questionsIn(definition, definition.defaultLanguage, false), values, today)
  const facts = { answerTo: (identifier: string) => known.get(identifier) ?? '', today }
  const turnedRed: string[] = []
  const turnedGreen: string[] = []
  const judged = definition.questions.map((question): JudgedAnswer => {
    const red = isRed(question, facts.answerTo(question.identifier), facts)
    const wasRed = given.get(question.identifier)?.initialFlag === 'red'
    if (red !== wasRed) (red ? turnedRed : turnedGreen).push(question.identifier)
    return { canBeFlagged: question.redWhen !== undefined, initialFlag: red ? 'red' : 'green', overridden: false }
  })
  const kept = new Set(definition.questions.map(({ identifier }) => identifier))
  for (const { identifier, initialFlag } of answers) if (initialFlag === 'red' && !kept.has(identifier)) turnedGreen.push(identifier)
  const from = summarizeFlags(
    answers.map((answer) => ({ ...answer, overridden: false })),
    null,
  ).initial
  const to = summarizeFlags(judged, null).initial
  return from === to && turnedRed.length + turnedGreen.length === 0 ? undefined : { from, to, turnedRed, turnedGreen }
}
