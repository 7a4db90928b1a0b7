import { beforeEach, describe, expect, it } from 'vitest'
import { limits } from '@portico/shared/words/limits'
import { fillTransfers } from '../../../test/calls/drafts.ts'
import { viaRest } from '../../../test/support/both-transports.ts'
import { stoppedBefore } from '../../../test/races/orders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { solve } from '../../../test/support/proofs.ts'
import { defaultRateLimits } from '../../infra/security/rate-limits.ts'
import { sweepTransfers } from './commands.ts'

const { openTransferPerAddress } = defaultRateLimits
const draftTransferPerAddress = { hits: 3, seconds: 3_600 }
const draftTransferPerAddressAndDay = { hits: 5, seconds: 86_400 }
const portico = await openPortico({ rateLimits: { openTransferPerAddress, draftTransferPerAddress, draftTransferPerAddressAndDay } })
const visitor = await portico.as()
let turn = 0
const newLookup = () => (turn += 1).toString(16).padStart(32, '0')
const save = async (sealed = 'c2VhbGVk') => {
  await portico.sql(`delete from rate_counter where key like 'draftTransfer%'`)
  const lookup = newLookup()
  const { expiresAt } = await visitor.call.drafts.saveTransfer({ lookup, sealed })
  return { lookup, expiresAt }
}
const open = async (lookup: string) => (await visitor.rest('drafts/openTransfer', { lookup })).body
const days = (count: number) => new Date(Date.parse('2026-11-21T20:00:00Z') + count * 86_400_000).toISOString()

beforeEach(async () => {
  portico.setTime(days(0))
  await portico.sql('delete from draft_transfer')
  await portico.sql('delete from rate_counter')
  await sweepTransfers(portico.services)
})

describe('a draft transfer', () => {
  it('can be fetched three times, then is deleted', async () => {
    const { lookup, expiresAt } = await save()
    expect(expiresAt).toBe(days(14))
    for (const fetchesLeft of [2, 1, 0])
      expect(await open(lookup)).toEqual({ success: true, data: { sealed: 'c2VhbGVk', fetchesLeft, expiresAt } })
    expect((await open(lookup)).error_id).toBe('NOT_FOUND')
    expect(await portico.sql('select id from draft_transfer')).toEqual([])
  })

  it.each([
    ['the third fetch', async (lookup: string) => void (await Promise.all([open(lookup), open(lookup), open(lookup)]))],
    ['they expire', async () => portico.setTime(days(14))],
  ])('can be saved again under the same name after %s, with all its fetches', async (_what, end) => {
    const { lookup } = await save()
    await end(lookup)
    const { expiresAt } = await visitor.call.drafts.saveTransfer({ lookup, sealed: 'bmV3ZXI=' })
    expect(await open(lookup)).toEqual({ success: true, data: { sealed: 'bmV3ZXI=', fetchesLeft: 2, expiresAt } })
    expect(Date.parse(expiresAt) - portico.services.clock().getTime()).toBe(limits.draftTransferMs)
  })

  it.each([
    ['a few long ones', 64],
    ['many short ones', limits.draftTransferTotalBytes / limits.draftTransferMinBytes],
  ])('is refused while the storage is full of %s, and accepted once there is room', async (_what, count) => {
    await fillTransfers(portico, count)
    expect((await visitor.rest('drafts/saveTransfer', { lookup: newLookup(), sealed: 'c2VhbGVk' })).body.error_id).toBe('TRANSFERS_FULL')
    await portico.sql('delete from draft_transfer where id % 4 = 0')
    await sweepTransfers(portico.services)
    expect((await save()).lookup).toBeTruthy()
  })

  it('is refused if another one takes the last room concurrently', async () => {
    await fillTransfers(portico)
    await portico.sql(`update draft_transfer set sealed = substr(sealed, 40001) where lookup_hash = sha256('1'::bytea)`)
    await sweepTransfers(portico.services)
    const saving = () => visitor.rest('drafts/saveTransfer', { lookup: newLookup(), sealed: 'c2VhbGVk' })
    const answers = await stoppedBefore(portico, 2)([saving, saving])
    expect(answers.map(({ body }) => body.error_id)).toEqual([undefined, 'TRANSFERS_FULL'])
  })

  it('does not wait for others that are being saved', async () => {
    const done: string[] = []
    const saving = (name: string) => async () => {
      await visitor.rest('drafts/saveTransfer', { lookup: newLookup(), sealed: 'c2VhbGVk' })
      done.push(name)
    }
    await stoppedBefore(portico, 2)([saving('held'), saving('next')])
    expect(done).toEqual(['next', 'held'])
  })

  it('can be fetched for 14 days, then is swept', async () => {
    const { lookup } = await save()
    portico.setTime(days(13.99))
    expect((await open(lookup)).success).toBe(true)
    portico.setTime(days(14))
    expect((await open(lookup)).error_id).toBe('NOT_FOUND')
    await sweepTransfers(portico.services)
    expect(await portico.sql('select id from draft_transfer')).toEqual([])
  })

  it('can be deleted repeatedly, and is gone after the first time', async () => {
    const { lookup } = await save()
    for (const again of [1, 2])
      expect([again, (await visitor.rest('drafts/deleteTransfer', { lookup })).body]).toEqual([again, { success: true, data: {} }])
    expect((await open(lookup)).error_id).toBe('NOT_FOUND')
  })

  it('writes one audit entry when it is deleted, and none when there is nothing to delete', async () => {
    const { lookup } = await save()
    const deletions = () => portico.sql(`select id from audit_entry where action = 'drafts.deleteTransfer'`)
    const before = (await deletions()).length
    for (const name of [lookup, lookup, newLookup(), newLookup()]) await visitor.rest('drafts/deleteTransfer', { lookup: name })
    expect((await deletions()).length - before).toBe(1)
  })

  it('keeps its expiry and remaining fetches when it is saved again', async () => {
    const { lookup } = await save()
    await open(lookup)
    portico.setTime(days(1))
    expect(await visitor.call.drafts.saveTransfer({ lookup, sealed: 'bmV3ZXI=' })).toEqual({ expiresAt: days(14) })
    expect(await open(lookup)).toMatchObject({ data: { sealed: 'bmV3ZXI=', fetchesLeft: 1 } })
  })

  it('is stored under a hash of its name, so that the database alone cannot open it', async () => {
    const { lookup } = await save()
    const rows = await portico.sql<{ row: string }>('select row_to_json(t)::text as row from draft_transfer t')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ row }) => row.includes(lookup))).toBe(false)
  })
})

describe('fetching transfers from one address', () => {
  const tryFrom = (address: string, lookup: string, proof?: string) =>
    viaRest(portico.app, 'drafts.openTransfer', { lookup, ...(proof !== undefined && { proof }) }, { address })

  it('needs a proof of work after five tries, with which a right name still opens its answers', async () => {
    const hall = '203.0.113.7'
    const answers = []
    for (let tries = 0; tries < 5; tries += 1) answers.push((await tryFrom(hall, newLookup())).id)
    expect(answers).toEqual(Array(5).fill('NOT_FOUND'))
    expect((await tryFrom(hall, newLookup())).id).toBe('TOO_MANY_REQUESTS')
    const { lookup } = await save()
    const refused = await tryFrom(hall, lookup)
    expect([refused.status, refused.id]).toEqual([429, 'TOO_MANY_REQUESTS'])
    const proof = solve(refused.challenge)
    expect((await tryFrom(hall, lookup, proof)).data).toMatchObject({ sealed: 'c2VhbGVk', fetchesLeft: 2 })
    expect((await tryFrom(hall, lookup, proof)).status).toBe(429)
    expect((await tryFrom('198.51.100.1', lookup)).ok).toBe(true)
  })

  it('needs a new proof for each try, made for this call', async () => {
    const hall = '203.0.113.8'
    for (let tries = 0; tries < 5; tries += 1) await tryFrom(hall, newLookup())
    const { challenge } = await tryFrom(hall, newLookup())
    const proof = solve(challenge)
    expect((await tryFrom(hall, newLookup(), proof)).id).toBe('NOT_FOUND')
    expect((await tryFrom(hall, newLookup(), proof)).id).toBe('TOO_MANY_REQUESTS')
    const saving = { lookup: newLookup(), sealed: 'c2VhbGVk' }
    for (let times = 0; times < 3; times += 1) await viaRest(portico.app, 'drafts.saveTransfer', saving, { address: hall })
    const refused = await viaRest(portico.app, 'drafts.saveTransfer', saving, { address: hall })
    expect((await tryFrom(hall, newLookup(), solve(refused.challenge))).id).toBe('TOO_MANY_REQUESTS')
    expect((await viaRest(portico.app, 'drafts.saveTransfer', { ...saving, proof: solve(refused.challenge) }, { address: hall })).ok).toBe(
      true,
    )
  })

  it('counts right names too, so that no number of tries at once passes the limit', async () => {
    const home = '198.51.100.2'
    const saved = [await save(), await save()]
    const right = [...saved, ...saved].map(({ lookup }) => lookup)
    const answers = await Promise.all([...right, ...right.map(newLookup)].map((lookup) => tryFrom(home, lookup)))
    expect(answers.filter(({ id }) => id !== 'TOO_MANY_REQUESTS')).toHaveLength(openTransferPerAddress.hits)
  })
})

describe('saving transfers from one address', () => {
  const saveFrom = async (address: string) => {
    const saving = { lookup: newLookup(), sealed: 'c2VhbGVk' }
    const refused = await viaRest(portico.app, 'drafts.saveTransfer', saving, { address })
    if (refused.challenge === undefined) return refused
    return viaRest(portico.app, 'drafts.saveTransfer', { ...saving, proof: solve(refused.challenge) }, { address })
  }

  it('is refused past the daily limit even with a proof; attempts without a proof are not counted', async () => {
    const [home, neighbour] = ['2001:db8:0:1::1', '2001:db8:0:1::2']
    for (let times = 0; times < 5; times += 1) expect((await saveFrom(times % 2 === 0 ? home : neighbour)).ok).toBe(true)
    const refused = await saveFrom(neighbour)
    expect([refused.status, refused.id, refused.challenge]).toEqual([429, 'TOO_MANY_REQUESTS', undefined])
    expect(Number(refused.retryAfter)).toBeGreaterThan(draftTransferPerAddress.seconds)
    expect((await saveFrom('2001:db8:0:2::1')).ok).toBe(true)
  })
})

describe('the transfers of one site', () => {
  const saveFrom = (address: string) =>
    viaRest(portico.app, 'drafts.saveTransfer', { lookup: newLookup(), sealed: 'c2VhbGVk' }, { address })
  const groupOfLast = async () =>
    (await portico.sql<{ group: number }>('select network_group as "group" from draft_transfer order by id desc limit 1'))[0]?.group
  const copyLast = (copies: number) =>
    portico.sql(
      `insert into draft_transfer (lookup_hash, sealed, fetches_left, created_at, expires_at, network_group)
       select sha256(n::text::bytea), repeat('x', 1048576)::bytea, 3, created_at, expires_at, network_group
       from (select * from draft_transfer order by id desc limit 1) as last cross join generate_series(1, $1::integer) as n`,
      [copies],
    )

  it('may fill an eighth of the room that is left, whichever of its networks they come from; other sites can go on saving', async () => {
    await saveFrom('2001:db8:77:1::1')
    const group = await groupOfLast()
    await copyLast(56)
    await sweepTransfers(portico.services)
    expect((await saveFrom('2001:db8:77:2::1')).ok).toBe(true)
    await portico.sql(`update draft_transfer set sealed = repeat('x', 2097152)::bytea where lookup_hash = sha256('1'::bytea)`)
    await sweepTransfers(portico.services)
    expect((await saveFrom('2001:db8:77:3::1')).id).toBe('TRANSFERS_FULL')
    const others = ['198.51.100.7', '2001:db8:78:1::1', '2001:db8:79:1::1', '203.0.113.99']
    const saved = []
    for (const address of others) if ((await saveFrom(address)).ok && (await groupOfLast()) !== group) saved.push(address)
    expect(saved.length).toBeGreaterThan(0)
  })

  it('leave room for another site even if all other groups have taken what they may', () => {
    const left = limits.draftTransferTotalBytes / (1 + 255 * limits.draftTransferShare)
    expect(left * limits.draftTransferShare).toBeGreaterThan(limits.draftTransferMax * 10)
  })

  it('are known only by one of 256 groups of sites', async () => {
    for (let site = 1; site <= 3; site += 1) await saveFrom(`2001:db8:${site}:1::1`)
    const rows = await portico.sql<{ group: number | null }>('select network_group as "group" from draft_transfer')
    expect(rows.map(({ group }) => group !== null && group >= 0 && group < 256)).toEqual([true, true, true])
  })
})
