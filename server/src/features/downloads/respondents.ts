import { sql as raw, type RawBuilder } from 'kysely'
import type { Configuration } from '@portico/shared/contract/downloads'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { CallOutcome } from '@portico/shared/words/contact'
import type { DecidableFlag, RespondentFlagWord } from '@portico/shared/words/flags'
import { openAnswers, openDecisions, type AnswerPlaces, type SealedRespondent } from '../../infra/security/sealed-respondent.ts'
import { sql, type Services, type RequestContext } from '../../infra/request-context.ts'
import { seatTime } from '../messages/seats/held-seat.ts'
import { findPublished } from '../questionnaires/definitions.ts'
import type { ExportAnswer, ExportRow } from './export/export-row.ts'
import { readNotes } from './notes.ts'

const fetchSize = 2_000
// A batch is parsed synchronously: small enough not to block other requests.
const batchSize = 200

/** What was asked for, or the anonymous ids of those for whom a file is made again. */
type Selection = Configuration | readonly string[]

/**
 * Returns the respondents that a download selects (shared/spec/contract.md#download-rules) at this moment: their ids in order of response
 * date, by the name of the questionnaire they answered, without those who were deleted. Only ids are kept, to save memory.
 */
export async function selectRespondents(ctx: RequestContext, workshopId: number, selection: Selection): Promise<Map<string, number[]>> {
  await raw`declare taken no scroll cursor for
    select respondent.id, questionnaire.name from respondent join questionnaire on questionnaire.id = respondent.questionnaire_id
    where workshop_id = ${workshopId} and wrapped_key is not null and ${chosen(selection)}
    order by submitted_at, respondent.id`.execute(ctx.db)
  const taken = new Map<string, number[]>()
  for (;;) {
    const { rows } = await raw<{ id: number; name: string }>`fetch ${raw.lit(fetchSize)} from taken`.execute(ctx.db)
    for (const { id, name } of rows) {
      const ids = taken.get(name)
      if (ids) ids.push(id)
      else taken.set(name, [id])
    }
    if (rows.length < fetchSize) break
  }
  await raw`close taken`.execute(ctx.db)
  return taken
}

function chosen(selection: Selection): RawBuilder<boolean> {
  if (selection instanceof Array) return raw<boolean>`anonymous_id = any(${selection}::text[])`
  if ('flavor' in selection) return selection.flavor === 'all' ? raw<boolean>`true` : raw<boolean>`downloaded_at is null`
  const { start, end } = selection
  return raw<boolean>`submitted_at >= ${start ?? '-infinity'}::timestamptz and submitted_at < ${end ?? 'infinity'}::timestamptz`
}

/** Thrown when a respondent was deleted, asked us to stop or was moved to another workshop while a file with them was being written. */
export class RespondentLeft extends Error {
  constructor() {
    super('A respondent left while a file with them was being written')
  }
}

/** Yields these respondents in this order, decrypted and with reviewers' decisions applied. Prefetches the next batch. */
export async function* openRespondents(
  services: Services,
  ids: readonly number[],
  { signal, notes }: { readonly signal: AbortSignal; readonly notes: boolean },
): AsyncGenerator<ExportRow> {
  const versions = new Map<number, Version>()
  let nextBatch = readBatch(services, ids, 0)
  for (let from = 0; from < ids.length; from += batchSize) {
    const found = await nextBatch
    nextBatch = readBatch(services, ids, from + batchSize)
    // Avoids an unhandled rejection if the consumer stops before it awaits this batch.
    nextBatch.catch(() => {})
    await readVersions(services, found, versions)
    const noted = notes ? await readNotes(services, [...found.values()]) : undefined
    for (let at = from; at < Math.min(from + batchSize, ids.length); at += 1) {
      signal.throwIfAborted()
      const row = found.get(ids[at] ?? 0)
      const version = row && versions.get(row.questionnaireId)
      if (!version) throw new RespondentLeft()
      yield { ...open(services, row, version), notes: noted?.get(row.id) ?? [] }
    }
  }
}

interface StoredRow extends SealedRespondent {
  readonly id: number
  readonly questionnaireId: number
  readonly submittedAt: Date
  readonly submittedOn: string
  readonly language: string
  readonly agencyName: string | null
  readonly checkedInAt: Date | null
  readonly seatTime: string | null
  readonly outcome: CallOutcome | null
  readonly calledAt: Date | null
  readonly initialFlag: RespondentFlagWord
  readonly currentFlag: RespondentFlagWord
  readonly initialReds: number
  readonly currentReds: number
  readonly sealedAnswers: Buffer
  /** Oldest first; null: none. */
  readonly decisions: readonly { readonly id: number; readonly sealed: string; readonly decidedAt: string }[] | null
}

// One statement, so that a respondent's flags and the decisions behind them are from one snapshot.
async function readBatch(services: Services, ids: readonly number[], from: number): Promise<Map<number, StoredRow>> {
  const batch = ids.slice(from, from + batchSize)
  if (batch.length === 0) return new Map()
  const rows: StoredRow[] = await sql(services.orm.em.fork())
    .selectFrom('respondent')
    .leftJoin('agency', 'agency.id', 'respondent.agencyId')
    .leftJoinLateral(
      (calls) =>
        calls
          .selectFrom('telephone_call')
          .select(['outcome', 'calledAt'])
          .whereRef('telephone_call.respondentId', '=', 'respondent.id')
          .orderBy('telephone_call.id', 'desc')
          .limit(1)
          .as('call'),
      (join) => join.onTrue(),
    )
    .select(['respondent.id', 'anonymousId', 'questionnaireId', 'submittedAt', 'submittedOn', 'language', 'agency.name as agencyName'])
    .select(['checkedInAt', 'outcome', 'calledAt'])
    .select(['initialFlag', 'currentFlag', 'initialReds', 'currentReds', 'keyId', 'wrappedKey', 'sealedAnswers', seatTime.as('seatTime')])
    .select(
      raw<
        StoredRow['decisions']
      >`(select json_agg(json_build_object('id', decision.id, 'sealed', encode(sealed, 'base64'), 'decidedAt', decided_at) order by decision.id)
        from decision where respondent_id = respondent.id)`.as('decisions'),
    )
    .where('respondent.id', '=', raw<number>`any(${batch}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

interface Version {
  readonly definition: QuestionnaireDefinition
  readonly places: AnswerPlaces
  /** Positions of its questions by identifier. */
  readonly positions: ReadonlyMap<string, number>
}

async function readVersions(services: Services, rows: ReadonlyMap<number, StoredRow>, known: Map<number, Version>): Promise<void> {
  const db = sql(services.orm.em.fork())
  for (const { questionnaireId: id } of rows.values()) {
    const published = known.has(id) ? undefined : await findPublished({ services, db }, id)
    if (!published) continue
    const { definition, places } = published
    const positions = new Map(definition.questions.map(({ identifier }, position) => [identifier, position]))
    known.set(id, { definition, places, positions })
  }
}

function open(services: Services, row: StoredRow, { definition, places, positions }: Version): ExportRow {
  const answers: (ExportAnswer | undefined)[] = []
  const decided = new Map<number, DecidableFlag | null>()
  const decisions = (row.decisions ?? []).map((decision) => ({ ...decision, sealed: Buffer.from(decision.sealed, 'base64') }))
  const opened = openDecisions(services.encryption, row, decisions)
  for (const { position, flag } of opened) if (position !== null) decided.set(position, flag)
  const force = opened.findLast(({ about }) => about === 'respondent')
  for (const [place, { identifier, value, canBeFlagged, initialFlag }] of openAnswers(services.encryption, row, places).entries()) {
    const flag = decided.get(place) ?? (canBeFlagged ? initialFlag : 'not-applicable')
    // A reviewer may mark even an unanswered question red.
    const position = positions.get(identifier)
    if (position !== undefined && (value !== '' || flag === 'red')) answers[position] = { value, flag }
  }
  return {
    anonymousId: row.anonymousId,
    submittedAt: row.submittedAt,
    submittedOn: row.submittedOn,
    language: row.language,
    agencyName: row.agencyName,
    checkedInAt: row.checkedInAt,
    seatTime: row.seatTime,
    lastCall: row.outcome && row.calledAt && { outcome: row.outcome, at: row.calledAt },
    decidedAt: force && force.flag !== null ? new Date(force.decidedAt) : null,
    initialFlag: row.initialFlag,
    currentFlag: row.currentFlag,
    initialRedFlagAnswerCount: row.initialReds,
    currentRedFlagAnswerCount: row.currentReds,
    answers,
    definition,
  }
}
