import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, expect, it, vi } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, workshopName } from './support/builders.ts'
import { openPortico } from './support/harness.ts'
import {
  databaseFiles,
  dumpOf,
  filesIn,
  openSilentGateway,
  peopleToDelete,
  tracesIn,
  tracesOf,
  wordsOf,
} from './support/people-to-delete.ts'
import { advisoryLocks } from '../src/infra/postgres/locks.ts'
import { countContactLanguages } from '../src/features/responses/listing/count-languages.ts'
import { recount } from './support/recount.ts'
import { RespondentLeft } from '../src/features/downloads/respondents.ts'
import { runDownload } from '../src/features/downloads/run-download.ts'
import { deleteAfterRetention, refreshStatistics } from '../src/features/privacy/jobs.ts'
import { replayNotes, writeNotes } from '../src/features/privacy/notes.ts'
import { markerOf, readNotes } from '../src/infra/security/privacy-notes.ts'

const portico = await openPortico({ texts: await openSilentGateway() })
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const adam = await portico.as('adam')
const word = 'vqjw'
const people = await peopleToDelete(portico, word)
const about = (anonymousId: string) => ({ respondent: { anonymousId } })

beforeEach(() => portico.setTime('2026-11-21T20:00:00Z'))

it('deletion leaves no trace of people, whatever state they were in', { timeout: 120_000 }, async () => {
  const gone: string[] = []
  const kept: string[] = []
  for (const [at, [, answers, then]] of people.states.entries())
    for (const [list, n] of [
      [gone, at * 2],
      [kept, at * 2 + 1],
    ] as const) {
      const anonymousId = await people.send(n, answers)
      list.push(anonymousId)
      await then(anonymousId, n)
    }
  const everybody = { workshop: { name: workshopName }, configuration: { flavor: 'all' }, format: 'csv' } as const
  const { downloadId } = await adam.call.downloads.enqueueDownload(everybody)
  await portico.drain()
  const counted = () =>
    portico.sql(`select (select count(*)::integer from text_reply) as replies, (select count(*)::integer from waiting_place) as waiting,
      (select count(respondent_id)::integer from seat) as seats, (select count(handed_over_hash)::integer from message) as texts`)
  expect(await counted()).toEqual([{ replies: 2, waiting: 2, seats: 2, texts: 2 }])
  const traces = await tracesOf(portico, gone)
  const dump = await dumpOf(portico)
  expect(traces.length).toBeGreaterThan(gone.length * 4)
  for (const trace of traces) expect(dump, 'control: everything is there before').toContain(trace)
  // PostgreSQL does this by itself after enough changes.
  await portico.sql('analyze')
  const sampled = async () => {
    const [row] = await portico.sql<{ text: string }>(`select string_agg(stats::text, '') as text from pg_stats as stats`)
    return traces.filter((trace) => row?.text.includes(trace))
  }
  expect((await sampled()).length, 'control: the planner has copies').toBeGreaterThan(gone.length)

  await people.delete(gone)
  await portico.drain()
  await refreshStatistics(portico.services)
  expect(await sampled()).toEqual([])

  expect(await counted()).toEqual([{ replies: 1, waiting: 1, seats: 1, texts: 1 }])
  const after = await dumpOf(portico)
  expect(traces.filter((trace) => after.includes(trace))).toEqual([])
  const file = String((await adam.rest('downloads/getDownloadFile', { id: downloadId })).body)
  expect([gone, kept.slice(0, -1)].map((list) => list.filter((anonymousId) => file.includes(anonymousId)).length)).toEqual([
    0,
    kept.length - 1,
  ])
  expect(await recount(portico)).toEqual([])
  for (const anonymousId of kept.slice(0, -1))
    expect((await adam.call.responses.getResponseForAdmin(about(anonymousId))).respondent.fullName).toContain(word)
  const everywhere = [...(await databaseFiles(portico)), ...filesIn(portico.dataDir)]
  expect(everywhere.length).toBeGreaterThan(50)
  expect(everywhere.filter((bytes) => wordsOf(word).test(bytes.toString('latin1'))).length).toBe(0)
})

it('deletion leaves no trace in the write-ahead log of a busy database', { timeout: 120_000 }, async () => {
  // The more is written between checkpoints, the more WAL files PostgreSQL recycles with their old content.
  await portico.sql(`select pg_logical_emit_message(false, 'busy', repeat('x', 1048576)) from generate_series(1, 96)`)
  await portico.sql('checkpoint')
  const person = await people.send(90)
  const traces = await tracesOf(portico, [person])
  await people.delete([person])
  expect([...tracesIn(await databaseFiles(portico), traces)]).toEqual([])
})

it.each([
  ['was deleted', 80, 'delete from respondent where anonymous_id = $1'],
  [
    'went to another workshop',
    90,
    `update respondent set workshop_id = (select id from workshop where name = 'elsewhere'), downloaded_at = null where anonymous_id = $1`,
  ],
])('an export is repeated if somebody %s while it was made', { timeout: 120_000 }, async (_how, first, statement) => {
  await buildWorkshop(portico, { name: 'elsewhere', isDefault: false })
  const [leaver, stayer] = [await people.send(first), await people.send(first + 1)]
  const { downloadId } = await adam.call.downloads.enqueueDownload({
    workshop: { name: workshopName },
    configuration: { flavor: 'all' },
    format: 'csv',
  })
  const [workshop] = await portico.sql<{ id: number }>('select id from workshop where name = $1', [workshopName])
  const deletion = new pg.Client({ connectionString: portico.databaseUrl })
  await deletion.connect()
  await deletion.query('begin')
  await deletion.query('select pg_advisory_xact_lock($1, $2)', [advisoryLocks.respondentRemoval, workshop?.id])
  const running = runDownload(portico.services, downloadId, new AbortController().signal).catch((error: unknown) => error)
  await vi.waitFor(
    async () =>
      expect(
        // Other tests wait for such locks too, in separate databases.
        await portico.sql(
          `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
           where datname = current_database() and locktype = 'advisory' and classid = $1 and not granted`,
          [advisoryLocks.respondentRemoval],
        ),
      ).toHaveLength(1),
    { timeout: 60_000 },
  )
  await deletion.query(statement, [leaver])
  await deletion.query('commit')
  await deletion.end()
  expect(await running).toBeInstanceOf(RespondentLeft)
  // The portal would have counted the respondent who left.
  await countContactLanguages(portico.services)
  await portico.drain()
  const { body } = await adam.rest('downloads/getDownloadFile', { id: downloadId })
  expect([body.includes(stayer), body.includes(leaver)]).toEqual([true, false])
  expect(await portico.sql('select from respondent where anonymous_id = $1 and downloaded_at is not null', [leaver])).toEqual([])
})

const merge = async (merged: string, kept: string) =>
  adam.call.corrections.mergeRespondents({ ...about(merged), into: { anonymousId: kept }, reason: 'Answered twice.' })

it('a stop request is recorded outside the database for each case of the person, merged since a backup or not', async () => {
  const [merged, kept, other] = [await people.send(92), await people.send(93), await people.send(94)]
  await merge(merged, kept)
  await adam.call.privacy.recordRequest({ ...about(merged), kind: 'stop' })
  const { items } = await adam.call.privacy.getRequestList({ pagination: { offset: 0, count: 100 } })
  await adam.call.privacy.completeRequest({ id: items.find(({ anonymousId }) => anonymousId === merged)?.id ?? 0 })
  const file = join(await mkdtemp(join(tmpdir(), 'portico-notes-')), 'deletions.jsonl')
  await writeNotes(portico.services, file)
  const notes = await readNotes(file)
  const isNoted = (anonymousId: string) => notes.has(markerOf(portico.services.encryption, 'stop', anonymousId))
  expect([isNoted(merged), isNoted(kept), isNoted(other)]).toEqual([true, true, false])
})

it('a restore keeps a case that was separated again before the case it was merged into was deleted', async () => {
  const [separated, deleted, both] = [await people.send(95), await people.send(96), await people.send(97)]
  await merge(separated, deleted)
  await merge(both, deleted)
  const noted = new Map([deleted, both].map((one) => [markerOf(portico.services.encryption, 'deletion', one), 1]))
  expect(await replayNotes(portico.services, noted)).toEqual({ deletion: 2, stop: 0, resume: 0 })
  const { respondent } = await adam.call.responses.getResponseForAdmin(about(separated))
  expect(respondent.fullName).toContain(word)
  expect(await portico.sql('select from respondent where anonymous_id = any($1)', [[deleted, both]])).toEqual([])
  expect(await recount(portico)).toEqual([])
})

it('retention deletes respondents 180 days after their workshop, and keeps those of an undated one', { timeout: 120_000 }, async () => {
  await buildWorkshop(portico, { name: 'undated', eventDate: null, isDefault: false })
  const undated = await buildRespondent(portico, { email: 'undated@respondents.example' }, { workshopName: 'undated' })
  const numbers = async () =>
    (await portico.sql<{ anonymous_id: string }>('select anonymous_id from respondent')).map((row) => row.anonymous_id)
  const dated = await people.send(82)
  // 180 days after 19 December 2026, in California.
  const sameClock = async () => portico.services.clock()
  portico.setTime('2027-06-18T06:59:00Z')
  await deleteAfterRetention(portico.services, sameClock)
  expect(await numbers()).toEqual(expect.arrayContaining([undated, dated]))
  portico.setTime('2027-06-18T07:01:00Z')
  await deleteAfterRetention(portico.services, async () => new Date('2027-06-18T06:59:00Z'))
  expect(await numbers(), 'the clock of this machine alone is ahead').toEqual(expect.arrayContaining([undated, dated]))
  await deleteAfterRetention(portico.services, sameClock)
  expect(await numbers()).toEqual([undated])
  const entries = await portico.sql(`select id from audit_entry where action = 'privacy.retention'`)
  expect(entries.length).toBeGreaterThan(0)
})
