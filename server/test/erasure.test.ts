import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { visitOf } from './calls/privacy.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds, workshopName } from './support/builders.ts'
import { openPortico, type Portico } from './support/harness.ts'
import { advisoryLocks } from '../src/infra/postgres/locks.ts'
import { recount } from './support/recount.ts'
import { RespondentLeft } from '../src/features/downloads/respondents.ts'
import { runDownload } from '../src/features/downloads/run-download.ts'
import { deleteAfterRetention } from '../src/features/privacy/jobs.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [visitor, adam, ana, vera] = [await portico.as(), await portico.as('adam'), await portico.as('ana'), await portico.as('vera')]
const about = (anonymousId: string) => ({ respondent: { anonymousId } })
const emailOf = (n: number) => `vqjw${n}@respondents.example`
const person = (n: number, red: boolean) =>
  buildRespondent(portico, {
    ...(red && { ...twoReds, contactLanguage: 'es' }),
    fullName: `Vqjwia Number${n}`,
    email: emailOf(n),
    phone: `+140855501${String(n).padStart(2, '0')}`,
    countryOfBirth: `Vqjwland ${n}`,
  })

// Every state that a person can be in, as what happens to them after sending.
const states: readonly (readonly [state: string, red: boolean, then: (anonymousId: string, n: number) => Promise<unknown>])[] = [
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
      await ana.call.agency.submitAnswerOverride({ answerId: red?.answerId ?? 0, flag: 'green', reason: 'Vqjwword reason' })
      await ana.call.agency.addNote({ ...about(anonymousId), text: 'Vqjwword note' })
      await ana.call.agency.recordCall({ ...about(anonymousId), outcome: 'reached' })
    },
  ],
  [
    'forced red',
    true,
    (anonymousId) =>
      adam.call.agency.submitRespondentStatusOverride({ ...about(anonymousId), status: { flag: 'red', reason: 'Vqjwword force' } }),
  ],
  ['checked in', false, (anonymousId) => vera.call.workshops.respondentCheckIn(about(anonymousId))],
  [
    'asking for a correction',
    false,
    async (anonymousId, n) => {
      const visit = await visitOf(portico, anonymousId, emailOf(n))
      await visitor.call.privacy.submitRequest({ visit, kind: 'correct', text: 'Vqjwword correction' })
    },
  ],
  [
    'stopped',
    true,
    async (anonymousId) => {
      await adam.call.privacy.recordRequest({ ...about(anonymousId), kind: 'stop' })
      const { items } = await adam.call.privacy.getRequestList({ open: true, pagination: { offset: 0, count: 100 } })
      await adam.call.privacy.completeRequest({ id: items.find((item) => item.anonymousId === anonymousId)?.id ?? 0 })
    },
  ],
]

it('finds nothing of those who were deleted, in whatever state they were', { timeout: 120_000 }, async () => {
  const gone: string[] = []
  const kept: string[] = []
  for (const [at, [, red, then]] of states.entries())
    for (const [list, n] of [
      [gone, at * 2],
      [kept, at * 2 + 1],
    ] as const) {
      const anonymousId = await person(n, red)
      list.push(anonymousId)
      await then(anonymousId, n)
    }
  const { downloadId } = await adam.call.downloads.enqueueDownload({ workshop: { name: workshopName }, configuration: { flavor: 'all' } })
  await portico.drain()
  const traces = await tracesOf(portico, gone)
  const dump = await dumpOf(portico)
  expect(traces.length).toBeGreaterThan(gone.length * 4)
  for (const trace of traces) expect(dump, 'control: everything is there before').toContain(trace)

  for (const anonymousId of gone) {
    await adam.call.privacy.recordRequest({ ...about(anonymousId), kind: 'delete' })
    const { items } = await adam.call.privacy.getRequestList({ pagination: { offset: 0, count: 100 } })
    await adam.call.privacy.completeRequest({
      id: items.find((item) => item.anonymousId === anonymousId && item.kind === 'delete')?.id ?? 0,
    })
  }
  await portico.drain()

  const after = await dumpOf(portico)
  expect(traces.filter((trace) => after.includes(trace))).toEqual([])
  expect(await portico.sql('select position from download_piece')).toEqual([])
  expect((await adam.rest('downloads/getDownloadFile', { id: downloadId })).body.error_id).toBe('DOWNLOAD_NOT_READY')
  expect(await recount(portico)).toEqual([])
  for (const anonymousId of kept.slice(0, -1))
    expect((await adam.call.responses.getResponseForAdmin(about(anonymousId))).respondent.email).not.toBeNull()
  // No other test has these letters: they share the log of one PostgreSQL. Four alone would stand in sealed bytes by chance.
  const words = /vqjw(?:ia|land|word|\d+@)/i
  const everywhere = [
    ...(await databaseFiles(portico)),
    ...readdirSync(portico.dataDir).map((name) => readFileSync(`${portico.dataDir}/${name}`)),
  ]
  expect(everywhere.length).toBeGreaterThan(50)
  expect(everywhere.filter((bytes) => words.test(bytes.toString('latin1'))).length).toBe(0)
})

it('makes an export again that somebody left while it was made', { timeout: 120_000 }, async () => {
  const [leaver, stayer] = [await person(80, false), await person(81, false)]
  const { downloadId } = await adam.call.downloads.enqueueDownload({
    workshop: { name: workshopName },
    configuration: { flavor: 'all' },
    format: 'csv',
  })
  const [workshop] = await portico.sql<{ id: number }>('select id from workshop where name = $1', [workshopName])
  const deletion = new pg.Client({ connectionString: portico.databaseUrl })
  await deletion.connect()
  await deletion.query('begin')
  await deletion.query('select pg_advisory_xact_lock($1, $2)', [advisoryLocks.leavingRespondents, workshop?.id])
  const running = runDownload(portico.services, downloadId, new AbortController().signal).catch((error: unknown) => error)
  await vi.waitFor(
    async () =>
      expect(
        await portico.sql('select from pg_locks where locktype = $1 and classid = $2 and not granted', [
          'advisory',
          advisoryLocks.leavingRespondents,
        ]),
      ).toHaveLength(1),
    { timeout: 60_000 },
  )
  await deletion.query('delete from respondent where anonymous_id = $1', [leaver])
  await deletion.query('commit')
  await deletion.end()
  expect(await running).toBeInstanceOf(RespondentLeft)
  await portico.drain()
  const { body } = await adam.rest('downloads/getDownloadFile', { id: downloadId })
  expect([body.includes(stayer), body.includes(leaver)]).toEqual([true, false])
})

it('deletes everyone 180 days after their workshop, and nobody of one without a day', { timeout: 120_000 }, async () => {
  await buildWorkshop(portico, { name: 'undated', eventDate: null, isDefault: false })
  const undated = await buildRespondent(portico, { email: 'undated@respondents.example' }, { workshopName: 'undated' })
  const numbers = async () =>
    (await portico.sql<{ anonymous_id: string }>('select anonymous_id from respondent')).map((row) => row.anonymous_id)
  // 19 December 2026 and 180 days, in California.
  portico.setTime('2027-06-18T06:59:00Z')
  await deleteAfterRetention(portico.services)
  expect((await numbers()).length).toBeGreaterThan(1)
  portico.setTime('2027-06-18T07:01:00Z')
  await deleteAfterRetention(portico.services)
  expect(await numbers()).toEqual([undated])
  const entries = await portico.sql(`select id from audit_entry where action = 'privacy.retention'`)
  expect(entries.length).toBeGreaterThan(0)
})

/** What there is of these people in the database: keys, sealed data, hashes, in the form in which a dump has them. */
async function tracesOf(portico: Portico, anonymousIds: readonly string[]): Promise<string[]> {
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
async function dumpOf(portico: Portico): Promise<string> {
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

/** The files of the database after two checkpoints, and of the whole log of the server. */
async function databaseFiles(portico: Portico): Promise<Buffer[]> {
  await portico.sql('vacuum full')
  for (let turn = 0; turn < 2; turn += 1) {
    await portico.sql('select pg_switch_wal()')
    await portico.sql('checkpoint')
  }
  const [place] = await portico.sql<{ dir: string; own: string }>(
    `select current_setting('data_directory') as dir, 'base/' || oid as own from pg_database where datname = current_database()`,
  )
  return ['pg_wal', place?.own ?? ''].flatMap((folder) =>
    readdirSync(`${place?.dir}/${folder}`, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(`${place?.dir}/${folder}/${entry.name}`)),
  )
}
