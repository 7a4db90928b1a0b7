import { readdirSync, readFileSync } from 'node:fs'
import { visitOf } from '../calls/privacy.ts'
import { buildRespondent, twoReds } from './builders.ts'
import type { Portico } from './harness.ts'

type State = readonly [state: string, red: boolean, then: (anonymousId: string, n: number) => Promise<unknown>]

/** People in every state that somebody can be in, and how they ask to be deleted. */
export interface PeopleToDelete {
  /** Every state, as what happens to them after sending; `red`: they gave red answers. */
  readonly states: readonly State[]
  /** Sends the answers of person `n`. */
  send(n: number, red: boolean): Promise<string>
  delete(anonymousIds: readonly string[]): Promise<void>
}

/** People whose names and words begin with `word`, which no other test has: all tests share the log of one PostgreSQL. */
export async function peopleToDelete(portico: Portico, word: string): Promise<PeopleToDelete> {
  const [visitor, adam, ana, vera] = [await portico.as(), await portico.as('adam'), await portico.as('ana'), await portico.as('vera')]
  const about = (anonymousId: string) => ({ respondent: { anonymousId } })
  const emailOf = (n: number) => `${word}${n}@respondents.example`
  const complete = async (kind: 'stop' | 'delete', anonymousIds: readonly string[]) => {
    for (const anonymousId of anonymousIds) await adam.call.privacy.recordRequest({ ...about(anonymousId), kind })
    const { items } = await adam.call.privacy.getRequestList({ open: true, pagination: { offset: 0, count: 100 } })
    const asked = items.filter((item) => item.kind === kind && item.anonymousId !== null && anonymousIds.includes(item.anonymousId))
    if (asked.length !== anonymousIds.length) throw new Error('Some requests are not on the first page of the list')
    for (const { id } of asked) await adam.call.privacy.completeRequest({ id })
  }
  const states: State[] = [
    ['green and invited', false, () => portico.drain()],
    ['green, with an invitation that waits', false, async () => {}],
    ['red and assigned', true, async () => {}],
    [
      'overridden, noted on, called and claimed',
      true,
      async (anonymousId) => {
        const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo(about(anonymousId))
        const red = answerFlags.flaggedAnswers.find((answer) => answer.effectiveFlag === 'red')
        await ana.call.agency.claimCase(about(anonymousId))
        await ana.call.agency.submitAnswerOverride({ answerId: red?.answerId ?? 0, flag: 'green', reason: `${word}word reason` })
        await ana.call.agency.addNote({ ...about(anonymousId), text: `${word}word note` })
        await ana.call.agency.recordCall({ ...about(anonymousId), outcome: 'reached' })
      },
    ],
    [
      'forced red',
      true,
      (anonymousId) =>
        adam.call.agency.submitRespondentStatusOverride({ ...about(anonymousId), status: { flag: 'red', reason: `${word}word force` } }),
    ],
    ['checked in', false, (anonymousId) => vera.call.workshops.respondentCheckIn(about(anonymousId))],
    [
      'asking for a correction',
      false,
      async (anonymousId, n) => {
        const visit = await visitOf(portico, anonymousId, emailOf(n))
        await visitor.call.privacy.submitRequest({ visit, kind: 'correct', text: `${word}word correction` })
      },
    ],
    ['stopped', true, (anonymousId) => complete('stop', [anonymousId])],
  ]
  return {
    states,
    send: (n, red) =>
      buildRespondent(portico, {
        ...(red && { ...twoReds, contactLanguage: 'es' }),
        fullName: `${word}ia Number${n}`,
        email: emailOf(n),
        phone: `+1408555${String(n).padStart(4, '0')}`,
        countryOfBirth: `${word}land ${n}`,
      }),
    // A page of the list shows a hundred, those who asked for a correction included.
    async delete(anonymousIds) {
      for (let from = 0; from < anonymousIds.length; from += 20) await complete('delete', anonymousIds.slice(from, from + 20))
    },
  }
}

/** What a text of `peopleToDelete` begins with; `word` alone would stand in sealed bytes by chance. */
export function wordsOf(word: string): RegExp {
  return new RegExp(String.raw`${word}(?:ia|land|word|\d+@)`, 'i')
}

/** What there is of these people in the database: keys, sealed data, hashes, in the form in which a dump has them. */
export async function tracesOf(portico: Portico, anonymousIds: readonly string[]): Promise<string[]> {
  const rows = await portico.sql<{ trace: string | null }>(
    `with person as (select * from respondent where anonymous_id = any($1))
     select substr(encode(bytes, 'hex'), 1, 120) as trace from (
       select wrapped_key from person union all select sealed_contact from person union all select sealed_answers from person
       union all select email_hash from person union all select phone_hash from person
       union all select sealed from decision join person on person.id = respondent_id
       union all select sealed from note join person on person.id = respondent_id
       union all select sealed from message join person on person.id = respondent_id
       union all select sealed from privacy_request join person on person.id = respondent_id
       union all select s.wrapped_key from stopped_respondent s join person on person.id = respondent_id
       union all select secret_hash from privacy_link join person on person.id = respondent_id
     ) as traces (bytes)`,
    [anonymousIds],
  )
  return rows.flatMap(({ trace }) => trace ?? [])
}

/** Every row of every table, as text. */
export async function dumpOf(portico: Portico): Promise<string> {
  const tables = await portico.sql<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'jobs')`,
  )
  const texts = await Promise.all(
    tables.map(({ name }) =>
      portico.sql<{ text: string }>(`select coalesce(string_agg(row::text, E'\\n'), '') as text from ${name} as row`),
    ),
  )
  return texts.flatMap((rows) => rows.map((row) => row.text)).join('\n')
}

/** The files of the database after two checkpoints, of the whole log of the server, and what the server wrote of its doings. */
export async function databaseFiles(portico: Portico): Promise<Buffer[]> {
  await portico.sql('vacuum full')
  for (let turn = 0; turn < 2; turn += 1) {
    await portico.sql('select pg_switch_wal()')
    await portico.sql('checkpoint')
  }
  const [place] = await portico.sql<{ dir: string; own: string }>(
    `select current_setting('data_directory') as dir, 'base/' || oid as own from pg_database where datname = current_database()`,
  )
  const files = ['pg_wal', place?.own ?? ''].flatMap((folder) => filesIn(`${place?.dir}/${folder}`))
  return [...files, readFileSync(`${place?.dir}/../postgres.log`)]
}

/** The contents of the files of a folder. */
export function filesIn(folder: string): Buffer[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(`${folder}/${entry.name}`))
}

const prefixBytes = 4

/** Those of these traces whose bytes stand somewhere in one of these files. */
export function tracesIn(files: readonly Buffer[], traces: readonly string[]): Set<string> {
  const byPrefix = Map.groupBy(
    traces.map((trace) => ({ trace, bytes: Buffer.from(trace, 'hex') })),
    ({ bytes }) => bytes.readUInt32BE(0),
  )
  const found = new Set<string>()
  for (const file of files)
    for (let at = 0; at + prefixBytes <= file.length; at += 1)
      for (const { trace, bytes } of byPrefix.get(file.readUInt32BE(at)) ?? [])
        if (file.subarray(at, at + bytes.length).equals(bytes)) found.add(trace)
  return found
}
