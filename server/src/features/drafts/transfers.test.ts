import { describe, expect, it } from 'vitest'
import { openPortico } from '../../../test/support/harness.ts'
import { defaultRateLimits } from '../../infra/security/rate-limits.ts'
import { sweepTransfers } from './commands.ts'

const portico = await openPortico({ rateLimits: { wrongTransferPerAddress: defaultRateLimits.wrongTransferPerAddress } })
const visitor = await portico.as()
let turn = 0
const newLookup = () => (turn += 1).toString(16).padStart(32, '0')
const save = async (sealed = 'c2VhbGVk') => {
  const lookup = newLookup()
  const { expiresAt } = await visitor.call.drafts.saveTransfer({ lookup, sealed })
  return { lookup, expiresAt }
}
const open = async (lookup: string) => (await visitor.rest('drafts/openTransfer', { lookup })).body
const days = (count: number) => new Date(Date.parse('2026-11-21T20:00:00Z') + count * 86_400_000).toISOString()

describe('answers on their way to another device', () => {
  it('are handed over three times, and then no more', async () => {
    portico.setTime(days(0))
    const { lookup, expiresAt } = await save()
    expect(expiresAt).toBe(days(14))
    for (const fetchesLeft of [2, 1, 0])
      expect(await open(lookup)).toEqual({ success: true, data: { sealed: 'c2VhbGVk', fetchesLeft, expiresAt } })
    expect((await open(lookup)).error_id).toBe('NOT_FOUND')
  })

  it('are there for 14 days, then swept', async () => {
    portico.setTime(days(0))
    const { lookup } = await save()
    portico.setTime(days(13.99))
    expect((await open(lookup)).success).toBe(true)
    portico.setTime(days(14))
    expect((await open(lookup)).error_id).toBe('NOT_FOUND')
    await sweepTransfers(portico.services)
    expect(await portico.sql('select id from draft_transfer')).toEqual([])
  })

  it('are gone once a device that has them has sent', async () => {
    const { lookup } = await save()
    for (const again of [1, 2])
      expect([again, (await visitor.rest('drafts/deleteTransfer', { lookup })).body]).toEqual([again, { success: true, data: {} }])
    expect((await open(lookup)).error_id).toBe('NOT_FOUND')
  })

  it('leave one entry in the audit trail when they are deleted, and none when there are none, however often', async () => {
    const { lookup } = await save()
    const deletions = () => portico.sql(`select id from audit_entry where action = 'drafts.deleteTransfer'`)
    const before = (await deletions()).length
    for (const name of [lookup, lookup, newLookup(), newLookup()]) await visitor.rest('drafts/deleteTransfer', { lookup: name })
    expect((await deletions()).length - before).toBe(1)
  })

  it('keep their time and their fetches when they are saved again', async () => {
    portico.setTime(days(0))
    const { lookup } = await save()
    await open(lookup)
    portico.setTime(days(1))
    expect(await visitor.call.drafts.saveTransfer({ lookup, sealed: 'bmV3ZXI=' })).toEqual({ expiresAt: days(14) })
    expect(await open(lookup)).toMatchObject({ data: { sealed: 'bmV3ZXI=', fetchesLeft: 1 } })
  })

  it('stand under a hash of their name, so that the database opens nothing', async () => {
    const { lookup } = await save()
    const rows = await portico.sql<{ row: string }>('select row_to_json(t)::text as row from draft_transfer t')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ row }) => row.includes(lookup))).toBe(false)
  })
})

describe('wrong tries', () => {
  it('are five in an hour; right ones do not count', async () => {
    await portico.sql('delete from rate_counter')
    const { lookup } = await save()
    const answers = []
    for (let tries = 0; tries < 5; tries += 1) answers.push((await open(newLookup())).error_id)
    expect(answers).toEqual(Array(5).fill('NOT_FOUND'))
    expect((await open(newLookup())).error_id).toBe('TOO_MANY_REQUESTS')
    expect((await open(lookup)).error_id).toBe('TOO_MANY_REQUESTS')
    await portico.sql('delete from rate_counter')
    const others = await Promise.all([1, 2, 3, 4].map(() => save()))
    for (const one of [...others, ...others]) expect((await open(one.lookup)).success).toBe(true)
  })
})
