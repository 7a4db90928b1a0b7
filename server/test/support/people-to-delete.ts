import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { visitOf } from '../calls/privacy.ts'
import { seatTokenOf } from '../calls/seats.ts'
import { receiveText } from '../../src/features/messages/texts/replies.ts'
import { gatewayAddress, httpTextGateway, type TextGateway } from '../../src/infra/texts/text-gateway.ts'
import { buildRespondent, twoReds, workshopName } from './builders.ts'
import type { Portico } from './harness.ts'
import { openTextGateway } from './text-gateway.ts'

type State = readonly [state: string, answers: Readonly<Record<string, string>>, then: (anonymousId: string, n: number) => Promise<unknown>]

/** People in every possible state, and how to delete them. */
export interface PeopleToDelete {
  /** Every state: the answers that differ, and what happens after submission. The last one can no longer be found. */
  readonly states: readonly State[]
  /** Sends the answers of person `n`. */
  send(n: number, answers?: Readonly<Record<string, string>>): Promise<string>
  delete(anonymousIds: readonly string[]): Promise<void>
}

/** Opens a gateway that hangs up on each text: it stays recorded as handed over, because nobody knows whether it arrived. */
export async function openSilentGateway(): Promise<TextGateway> {
  const gateway = await openTextGateway()
  afterAll(gateway.close)
  gateway.mode = 'lose'
  const address = gatewayAddress(gateway.url)
  if (!address) throw new Error('The gateway has no address')
  return httpTextGateway(address, ['1'])
}

/** Creates people whose names and texts begin with `word`, which must be unique: all tests share the log of one PostgreSQL. */
export async function peopleToDelete(portico: Portico, word: string): Promise<PeopleToDelete> {
  const [visitor, adam, ana, vera] = [await portico.as(), await portico.as('adam'), await portico.as('ana'), await portico.as('vera')]
  const about = (anonymousId: string) => ({ respondent: { anonymousId } })
  const emailOf = (n: number) => `${word}${n}@respondents.example`
  const phoneOf = (n: number) => `+1408555${String(n).padStart(4, '0')}`
  const red = { ...twoReds, contactLanguage: 'es' }
  let seats = 0
  const complete = async (kind: 'stop' | 'delete', anonymousIds: readonly string[]) => {
    for (const anonymousId of anonymousIds) await adam.call.privacy.recordRequest({ ...about(anonymousId), kind })
    const { items } = await adam.call.privacy.getRequestList({ open: true, pagination: { offset: 0, count: 100 } })
    const asked = items.filter((item) => item.kind === kind && item.anonymousId !== null && anonymousIds.includes(item.anonymousId))
    if (asked.length !== anonymousIds.length) throw new Error('Some requests are not on the first page of the list')
    for (const { id } of asked) await adam.call.privacy.completeRequest({ id })
  }
  const states: State[] = [
    ['green and invited', {}, () => portico.drain()],
    ['green, with an invitation that waits', {}, async () => {}],
    ['red and assigned', red, async () => {}],
    [
      'overridden, noted on, called and claimed',
      red,
      async (anonymousId) => {
        const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo(about(anonymousId))
        const flagged = answerFlags.flaggedAnswers.find((answer) => answer.effectiveFlag === 'red')
        await ana.call.agency.claimCase(about(anonymousId))
        await ana.call.agency.submitAnswerOverride({ answerId: flagged?.answerId ?? 0, flag: 'green', reason: `${word}word reason` })
        await ana.call.agency.addNote({ ...about(anonymousId), text: `${word}word note` })
        await ana.call.agency.recordCall({ ...about(anonymousId), outcome: 'reached' })
      },
    ],
    [
      'forced red',
      red,
      (anonymousId) =>
        adam.call.agency.submitRespondentStatusOverride({ ...about(anonymousId), status: { flag: 'red', reason: `${word}word force` } }),
    ],
    ['checked in', {}, (anonymousId) => vera.call.workshops.respondentCheckIn(about(anonymousId))],
    [
      'asking for a correction',
      {},
      async (anonymousId, n) => {
        const visit = await visitOf(portico, anonymousId, emailOf(n))
        await visitor.call.privacy.submitRequest({ visit, kind: 'correct', text: `${word}word correction` })
      },
    ],
    [
      'texted, with a text that may have arrived, and replying',
      { email: '' },
      async (_, n) => {
        await portico.drain()
        const reply = { gatewayId: `MM${n}`, from: phoneOf(n), text: `${word}word reply`, attachments: 0 }
        await receiveText({ services: portico.services, requestId: 'test' }, reply)
      },
    ],
    [
      'coming at a time of their choice',
      {},
      async (anonymousId) => {
        seats += 1
        await adam.call.seats.saveSlots({ name: workshopName, slots: [{ time: '09:00', seats, languages: [] }] })
        const { slots } = await adam.call.seats.getSeat(about(anonymousId))
        // Bypasses the waiting list.
        await adam.call.seats.setSeat({ ...about(anonymousId), slotId: slots[0]?.slotId ?? 0 })
        await portico.drain()
      },
    ],
    [
      'waiting for a seat',
      {},
      async (anonymousId) => visitor.call.seats.joinWaitingList({ token: await seatTokenOf(portico, anonymousId) }),
    ],
    ['stopped', red, (anonymousId) => complete('stop', [anonymousId])],
  ]
  return {
    states,
    send: (n, answers) =>
      buildRespondent(portico, {
        fullName: `${word}ia Number${n}`,
        email: emailOf(n),
        phone: phoneOf(n),
        countryOfBirth: `${word}land ${n}`,
        ...answers,
      }),
    // A page of the list has at most a hundred requests, including those for corrections.
    async delete(anonymousIds) {
      for (let from = 0; from < anonymousIds.length; from += 20) await complete('delete', anonymousIds.slice(from, from + 20))
    },
  }
}

/** Matches the texts of `peopleToDelete`; `word` alone would occur in sealed bytes by chance. */
export function wordsOf(word: string): RegExp {
  return new RegExp(String.raw`${word}(?:ia|land|word|\d+@)`, 'i')
}

/** Returns the traces of these people in the database: keys, sealed data and hashes, in the form in which a dump has them. */
export async function tracesOf(portico: Portico, anonymousIds: readonly string[]): Promise<string[]> {
  const columns = await portico.sql<{ table: string; column: string; person: string }>(
    `select table_name as table, column_name as column, case table_name when 'respondent' then 'id' else 'respondent_id' end as person
     from information_schema.columns column_of where table_schema = 'public' and data_type = 'bytea' and (table_name = 'respondent' or exists (
       select from information_schema.columns where table_schema = 'public' and table_name = column_of.table_name and column_name = 'respondent_id'))`,
  )
  const found = columns.map(({ table, column, person }) =>
    portico.sql<{ trace: string }>(
      `select substr(encode(row.${column}, 'hex'), 1, 120) as trace from ${table} row join respondent on respondent.id = row.${person}
       where respondent.anonymous_id = any($1) and row.${column} is not null`,
      [anonymousIds],
    ),
  )
  return (await Promise.all(found)).flatMap((rows) => rows.map(({ trace }) => trace))
}

/** Returns every row of every table, as text. */
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

/** Returns the database's files after two checkpoints, the server's whole write-ahead log, and its log file. */
export async function databaseFiles(portico: Portico): Promise<Buffer[]> {
  await untilNothingRuns(portico)
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

// PostgreSQL keeps deleted rows that a transaction which began before may still read.
async function untilNothingRuns(portico: Portico): Promise<void> {
  const running = `select count(*)::integer as many from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and (backend_xmin is not null or backend_xid is not null)`
  while ((await portico.sql<{ many: number }>(running))[0]?.many !== 0) await pause(50)
}

/** Returns the contents of the files in a folder; PostgreSQL may meanwhile remove some, at a checkpoint for other tests. */
export function filesIn(folder: string): Buffer[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => readIfPresent(`${folder}/${entry.name}`) ?? [])
}

function readIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (Object(error).code === 'ENOENT') return undefined
    throw error
  }
}

const prefixBytes = 4

/** Returns those traces whose bytes occur in any of these files. */
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
