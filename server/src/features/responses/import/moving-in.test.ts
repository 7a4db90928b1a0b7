import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAnswers, buildQuestionnaire, buildWorkshop, twoReds } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { recount } from '../../../../test/support/recount.ts'
import { csvLine } from '../../../spreadsheets/csv-writer.ts'
import { importRespondents, type ImportRequest } from './import-respondents.ts'

const portico = await openPortico()
const admin = 'adam@portico.example'
let calm: Record<string, string>
let map: Record<string, unknown>

beforeAll(async () => {
  calm = await buildAnswers()
  map = {
    source: 'old portal',
    id: 'Record',
    workshop: 'citizenship_day',
    questionnaire: 'citizenship_screening',
    language: { column: 'Language', values: { Spanish: 'es' } },
    answers: Object.fromEntries(Object.keys(calm).map((identifier) => [identifier, `Q ${identifier}`])),
    ignore: ['Notes'],
  }
  await buildQuestionnaire(portico)
  await buildWorkshop(portico, { registrationOpen: false })
})

beforeEach(() => portico.sql('truncate respondent, respondent_count, contact_language_count, deleted_respondent cascade'))

type Row = Readonly<Record<string, string>>

function csvOf(rows: readonly Row[]): Buffer {
  const identifiers = Object.keys(calm)
  const head = ['Record', 'Language', 'Notes', ...identifiers.map((identifier) => `Q ${identifier}`)]
  const lines = rows.map((row) => {
    const { id = '', language = 'en', ...answers } = row
    return [id, language, 'anything', ...identifiers.map((identifier) => answers[identifier] ?? calm[identifier] ?? '')]
  })
  return Buffer.from([head, ...lines].map(csvLine).join(''))
}

function run(rows: readonly Row[], changed: Partial<ImportRequest> = {}) {
  return importRespondents(portico.services, { csv: csvOf(rows), map, operator: admin, ...changed })
}

const people = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${index + 1}`,
    fullName: `Person ${index + 1}`,
    email: `person${index + 1}@respondents.example`,
    ...(index % 3 === 0 && twoReds),
  }))

const stored = async () => (await portico.sql<{ count: number }>('select count(*)::int as count from respondent'))[0]?.count

test('importRespondents only checks in a dry run, then imports all once: flagged, assigned, counted, audited, not e-mailed', async () => {
  const rows = people(6)
  expect(await run(rows)).toMatchObject({ faults: [], findings: [], rows: 6, fresh: 6, known: 0, written: 0 })
  expect(await stored()).toBe(0)
  expect(await run(rows, { write: true })).toMatchObject({ fresh: 6, written: 6 })
  expect(await run(rows, { write: true })).toMatchObject({ fresh: 0, known: 6, changed: 0, written: 0 })
  const flags = await portico.sql(
    'select current_flag, agency_id is not null as has_agency, count(*)::int from respondent group by 1, 2 order by 1',
  )
  expect(flags).toEqual([
    { current_flag: 'green', has_agency: false, count: 4 },
    { current_flag: 'in-progress', has_agency: true, count: 2 },
  ])
  expect((await recount(portico)).filter((fault) => !fault.includes('invitation of a green dot'))).toEqual([])
  await portico.drain()
  expect(portico.outbox).toEqual([])
  const entries = await portico.sql(
    `select name, count(*)::int from audit_entry join account on account.id = account_id, unnest(subjects) as subject
     where action = 'responses.import' and subject like 'respondent:%' group by 1`,
  )
  expect(entries).toEqual([{ name: 'Adam Abiodun', count: 6 }])
})

test('importRespondents refuses a workshop so long ago that its respondents would be deleted at once', async () => {
  const was = (eventDate: string) => portico.sql('update workshop set event_date = $1', [eventDate])
  await was('2026-05-24')
  expect(await run(people(2), { write: true })).toMatchObject({ faults: [expect.stringContaining('180 days')], written: 0 })
  expect(await stored()).toBe(0)
  await was('2026-05-25')
  expect(await run(people(2), { write: true })).toMatchObject({ faults: [], written: 2 })
  await was('2026-12-19')
})

test('importRespondents with `invite` invites new green dots and, once, those of an earlier run', async () => {
  await run(people(3), { write: true })
  const { call } = await portico.as('adam')
  const texts = { en: { subject: 'We start at ten', text: 'At ten.' } }
  await call.announcements.sendAnnouncement({ workshopName: 'citizenship_day', key: randomUUID(), texts })
  await run(people(4), { write: true, invite: true })
  await run(people(4), { write: true, invite: true })
  await portico.drain()
  const invitations = portico.outbox.filter(({ subject }) => subject !== texts.en.subject)
  expect(invitations.map(({ to }) => to).toSorted()).toEqual(['person2@respondents.example', 'person3@respondents.example'])
  expect(await recount(portico)).toEqual([])
  portico.outbox.length = 0
})

test('importRespondents writes nothing if one row has a problem, and reports rows and columns without answers', async () => {
  const rows: Row[] = [
    { id: '1' },
    { id: '2', email: 'nowhere', hasGreenCard: 'perhaps' },
    { id: '1' },
    { id: '', fullName: '' },
    { id: '5', language: 'Klingon' },
  ]
  const { findings, written } = await run(rows, { write: true })
  expect(written).toBe(0)
  expect(await stored()).toBe(0)
  expect(findings.map(({ kind, row, column }) => [kind, row, column])).toEqual([
    ['problem', 3, 'Q hasGreenCard'],
    ['problem', 4, 'Record'],
    ['problem', 5, 'Record'],
    ['problem', 6, 'Language'],
  ])
  expect(JSON.stringify(findings)).not.toMatch(/nowhere|perhaps|Klingon/)
  const again = await run([{ id: '2', email: 'nowhere', fullName: '' }])
  expect(again.findings.map(({ column }) => column)).toEqual(['Q fullName', 'Q email'])
})

test('importRespondents reports changed rows without overwriting them, and does not re-import deleted respondents', async () => {
  const [person = {}] = people(1)
  await run([person], { write: true })
  const changed = await run([{ ...person, fullName: 'Somebody else' }], { write: true })
  expect(changed).toMatchObject({ fresh: 0, known: 0, changed: 1, written: 0, findings: [{ kind: 'changed', row: 2 }] })
  const { items } = await (
    await portico.as('adam')
  ).call.responses.getAllResponses({ includeGreen: true, includeRed: true, includeInProgress: true })
  expect(items.map(({ respondent }) => respondent.fullName)).toEqual(['Person 1'])
  await portico.sql(`with gone as (delete from respondent returning id, anonymous_id, workshop_id)
    insert into deleted_respondent (id, anonymous_id, workshop_id, deleted_at) select id, anonymous_id, workshop_id, now() from gone`)
  expect(await run([person], { write: true })).toMatchObject({ fresh: 0, known: 1, written: 0 })
  expect(await stored()).toBe(0)
})

test.each([
  ['an unmapped column', { ignore: [] }, 'column "Notes" is not in the map'],
  ['a missing column', { id: 'Number' }, 'the CSV file has no column "Number"'],
  ['an unknown question', { answers: { shoeSize: 'Q email' } }, 'the questionnaire has no question shoeSize'],
  ['another workshop', { workshop: 'nowhere' }, 'there is no workshop nowhere that offers citizenship_screening'],
  [
    'two answers for one cell',
    { answers: { hasGreenCard: { column: 'Q hasGreenCard', values: { Y: 'no', y: 'yes' } } } },
    'answers: hasGreenCard maps "Y" and "y", which are the same',
  ],
  [
    'two languages for one cell',
    { language: { column: 'Language', values: { Spanish: 'es', ' spanish': 'en' } } },
    'language maps "Spanish" and " spanish", which are the same',
  ],
  ['an unknown field', { identifier: 'Record' }, 'Not known here'],
])('importRespondents refuses a map with %s before reading any row', async (_what, wrong, sentence) => {
  const { faults, rows } = await run(people(1), { map: { ...map, ...wrong }, write: true })
  expect(faults.join('\n')).toContain(sentence)
  expect(rows).toBe(0)
})

test('importRespondents requires an admin', async () => {
  await expect(run(people(1), { operator: 'ana@portico.example' })).rejects.toThrow('Name the admin')
})

test('an import that is killed in the middle of a batch is completed by the next, each person once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-import-'))
  const rows = people(600)
  await writeFile(join(folder, 'people.csv'), csvOf(rows))
  await writeFile(join(folder, 'map.json'), JSON.stringify(map))
  // Blocks the second batch between its insert and its commit.
  await portico.sql(`create function hold() returns trigger language plpgsql as $$
    begin if (select count(*) from respondent) > 200 then perform pg_advisory_xact_lock(4711); end if; return null; end $$`)
  await portico.sql('create trigger hold after insert on respondent for each statement execute function hold()')
  const holder = new pg.Client({ connectionString: portico.databaseUrl })
  await holder.connect()
  await holder.query('select pg_advisory_lock(4711)')
  const script = fileURLToPath(new URL('../../../../../scripts/operations/import.ts', import.meta.url))
  const child = spawn(process.execPath, [script, 'people.csv', '--map', 'map.json', '--as', admin, '--write'], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: portico.databaseUrl, KEYRING_FILE: join(portico.dataDir, 'keyring.json'), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('200 written')) break
  child.kill('SIGKILL')
  await holder.end()
  await portico.sql('drop trigger hold on respondent')
  expect(await stored()).toBe(200)
  expect(await run(rows, { write: true })).toMatchObject({ known: 200, fresh: 400, written: 400 })
  expect(await stored()).toBe(600)
  expect((await recount(portico)).filter((fault) => !fault.includes('invitation of a green dot'))).toEqual([])
})
