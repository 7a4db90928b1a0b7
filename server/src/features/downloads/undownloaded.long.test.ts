import { advisoryLocks } from '../../infra/postgres/locks.ts'
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { openAnsweredWorkshop, type AnsweredWorkshop } from '../../../test/support/answered-workshop.ts'
import { answersToSeal } from '../../../test/support/builders.ts'
import { openPortico, type Portico } from '../../../test/support/harness.ts'
import { connect } from '../../infra/postgres/orm.ts'
import { sealRespondent } from '../../infra/security/sealed-respondent.ts'
import { newAnonymousId } from '../../infra/security/encryption.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import type { Services } from '../../infra/request-context.ts'
import { runDownload } from './run-download.ts'

const never = new AbortController().signal

describe('concurrent undownloaded downloads from two replicas', () => {
  it('contain every respondent exactly once over 200 rounds', { timeout: 600_000 }, async () => {
    const portico = await openPortico()
    const shop = await openAnsweredWorkshop(portico)
    const { answered, seen } = await meet(portico, shop, 200, portico.services)
    expect(seen.length).toBe(answered.length)
    expect(seen.toSorted()).toEqual(answered.toSorted())
  })

  it('control: contain a respondent twice without the lock', { timeout: 300_000 }, async () => {
    const portico = await openPortico()
    const shop = await openAnsweredWorkshop(portico)
    await portico.sql('create schema unlocked')
    await portico.sql(
      'create function unlocked.pg_try_advisory_xact_lock(integer, integer) returns boolean language sql as $$ select true $$',
    )
    await portico.sql(`alter database "${new URL(portico.databaseUrl).pathname.slice(1)}" set search_path = unlocked, pg_catalog, public`)
    const orm = await connect(portico.databaseUrl, { poolSize: 8 })
    try {
      const { answered, seen } = await meet(portico, shop, 20, { ...portico.services, orm })
      expect(seen.length).toBeGreaterThan(answered.length)
      expect([...new Set(seen)].toSorted()).toEqual(answered.toSorted())
    } finally {
      await orm.close(true)
    }
  })
})

describe('a download of 5,000 respondents', () => {
  it('stops early when it is cancelled', { timeout: 120_000 }, async () => {
    const portico = await openPortico()
    const shop = await openAnsweredWorkshop(portico)
    await answerMany(portico, shop, 5_000)
    const { downloadId: id } = await ask(shop)
    const running = runDownload(portico.services, id, never)
    for (let done = 0; done === 0;) ({ done } = (await shop.rosa.call.downloads.getDownloadListItem({ id })).progress)
    await shop.rosa.call.downloads.cancelDownload({ id })
    await running
    const { status, progress } = await shop.rosa.call.downloads.getDownloadListItem({ id })
    expect(status).toBe('cancelled')
    expect(progress.done).toBeLessThan(progress.total)
    expect(
      await portico.sql('select count(downloaded_at)::int as marked, (select count(*)::int from download_piece) as pieces from respondent'),
    ).toEqual([{ marked: 0, pieces: 0 }])
  })
})

describe('a download whose connection is terminated by the database', () => {
  it('throws for a retry, leaves no traces, frees its connection and completes on the next run', { timeout: 60_000 }, async () => {
    const portico = await openPortico()
    const shop = await openAnsweredWorkshop(portico)
    await answerMany(portico, shop, 500)
    const { downloadId: id } = await ask(shop)
    const orm = await connect(portico.databaseUrl, { poolSize: 4 })
    const outcome = runDownload({ ...portico.services, orm }, id, never).then(
      () => 'made',
      (error: Error) => error.message,
    )
    for (let status = ''; status !== 'running';) ({ status } = await shop.rosa.call.downloads.getDownloadStatus({ id }))
    const ended = await portico.sql(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = ${advisoryLocks.download} and objid = $1`,
      [id],
    )
    expect(ended.length).toBe(1)
    expect(await outcome).toMatch(/terminat|not queryable/)
    await orm.close(true)
    expect(await shop.rosa.call.downloads.getDownloadStatus({ id })).toMatchObject({ status: 'running' })
    expect(
      await portico.sql('select count(downloaded_at)::int as marked, (select count(*)::int from download_piece) as pieces from respondent'),
    ).toEqual([{ marked: 0, pieces: 0 }])
    await runDownload(portico.services, id, never)
    expect(await portico.sql('select count(downloaded_at)::int as marked from respondent')).toEqual([{ marked: 500 }])
  })
})

async function ask(shop: AnsweredWorkshop) {
  return shop.rosa.call.downloads.enqueueDownload({
    workshop: { name: shop.name },
    configuration: { flavor: 'undownloaded' },
    format: 'csv',
  })
}

/** Runs rounds of two downloads and a submission at once. Returns who answered, and the respondents of all files with repeats. */
async function meet(
  portico: Portico,
  shop: AnsweredWorkshop,
  rounds: number,
  replica: Services,
): Promise<{ answered: string[]; seen: string[] }> {
  const answered: string[] = []
  const files: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    answered.push(await shop.answer(), await shop.answer())
    const [one, other] = [(await ask(shop)).downloadId, (await ask(shop)).downloadId]
    const [late] = await Promise.all([
      shop.answer(),
      runDownload(portico.services, one, never).catch(() => {}),
      runDownload(replica, other, never).catch(() => {}),
    ])
    answered.push(late)
    files.push(one, other)
  }
  files.push((await ask(shop)).downloadId)
  await portico.drain()
  const seen: string[] = []
  for (const id of files) {
    const file = await shop.rosa.call.downloads.getDownloadFile({ id })
    const csv = (await buffer(file.chunks)).toString()
    seen.push(...[...csv.matchAll(/^([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}),/gm)].map(([, anonymousId = '']) => anonymousId))
  }
  return { answered, seen }
}

// Inserts directly, because submitting thousands of responses is slow and not what is tested.
async function answerMany(portico: Portico, shop: AnsweredWorkshop, count: number): Promise<void> {
  const [origin] = await portico.sql<{ workshop: number; questionnaire: number }>(
    'select (select id from workshop) as workshop, (select id from questionnaire) as questionnaire',
  )
  const said = shop.definition.questions.map(({ identifier }) => [identifier, `An answer to ${identifier} ${randomUUID()}`])
  const sealed = answersToSeal(shop.definition, Object.fromEntries(said))
  await inTransaction(portico.services, 'test', async ({ db, now, services }) => {
    for (let from = 0; from < count; from += 250) {
      const people = Array.from({ length: Math.min(250, count - from) }, () => {
        const anonymousId = newAnonymousId()
        return {
          anonymousId,
          workshopId: origin?.workshop ?? 0,
          questionnaireId: origin?.questionnaire ?? 0,
          language: 'en',
          submittedAt: now,
          submittedOn: '2026-11-21',
          ...sealRespondent(services.encryption, anonymousId, { fullName: 'Somebody', email: null, phoneNumber: null }, sealed),
          initialFlag: 'green' as const,
          currentFlag: 'green' as const,
          initialReds: 0,
          currentReds: 0,
        }
      })
      await db.insertInto('respondent').values(people).execute()
    }
  })
}
