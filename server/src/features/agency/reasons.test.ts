import { beforeEach, describe, expect, it } from 'vitest'
import { openPortico } from '../../../test/support/harness.ts'
import { seal } from '../../infra/security/encryption.ts'
import { bindStoredReasons } from './sealed-reasons.ts'

const portico = await openPortico()
const [adam, ana, ben] = [await portico.as('adam'), await portico.as('ana'), await portico.as('ben')]
const agencyId = (await ana.call.agency.getMyAgencyList())[0]?.id ?? 0

beforeEach(() => portico.sql('delete from reason_template'))

describe('reason templates of an agency', () => {
  it('can be saved, changed and removed, and used by its members and admins', async () => {
    const { id } = await ana.call.agency.saveReason({ agencyId, text: 'Court paper seen.' })
    await ana.call.agency.saveReason({ agencyId, text: 'Plan seen.' })
    await adam.call.agency.saveReason({ agencyId, id, text: 'Court papers seen: dismissed.' })
    const list = await ana.rest('agency/getReasonList', { agencyId })
    expect(list.body.data.map(({ text }: { text: string }) => text)).toEqual(['Court papers seen: dismissed.', 'Plan seen.'])
    expect(await ben.call.agency.getReasonList({ agencyId })).toEqual([])
    expect((await ben.rest('agency/removeReason', { agencyId, id })).body).toMatchObject({ error_id: 'NOT_FOUND' })
    await ana.call.agency.removeReason({ agencyId, id })
    expect(await ana.call.agency.getReasonList({ agencyId })).toHaveLength(1)
    const rows = await portico.sql(`select encode(sealed, 'escape') as plain from reason_template`)
    expect(JSON.stringify(rows)).not.toContain('Plan seen')
  })

  it('are sealed at a fixed length, each bound to its own row', async () => {
    const short = await ana.call.agency.saveReason({ agencyId, text: 'No.' })
    const long = await ana.call.agency.saveReason({ agencyId, text: 'The court papers of 2011 were seen, and the case was dismissed.' })
    const lengths = await portico.sql<{ length: number }>('select distinct length(sealed) from reason_template')
    expect(lengths).toHaveLength(1)
    // An attacker with write access to the database replaces one reason with another.
    await portico.sql(
      `update reason_template r set sealed = o.sealed, wrapped_key = o.wrapped_key, key_id = o.key_id from reason_template o where r.id = $1 and o.id = $2`,
      [short.id, long.id],
    )
    await expect(ana.call.agency.getReasonList({ agencyId })).rejects.toThrow()
    await portico.sql('delete from reason_template where id = $1', [short.id])
    expect((await ana.call.agency.getReasonList({ agencyId })).map(({ text }) => text)).toContain(long.text)
  })

  it('that are bound only to their agency are rebound to their rows at start, by one of the replicas', async () => {
    const { encryption } = portico.services
    const owner = `agency:${agencyId}:reason`
    for (const text of ['First.', 'Second.']) {
      const { key, keyId, wrapped } = encryption.newDataKey(owner)
      await portico.sql('insert into reason_template (agency_id, key_id, wrapped_key, sealed) values ($1, $2, $3, $4)', [
        agencyId,
        keyId,
        wrapped,
        seal(key, `${owner}:text`, text.padEnd(256)),
      ])
    }
    await ana.call.agency.saveReason({ agencyId, text: 'Third.' })
    const bound = await Promise.all([bindStoredReasons(portico.services), bindStoredReasons(portico.services)])
    expect(bound.toSorted()).toEqual([0, 2])
    expect((await ana.call.agency.getReasonList({ agencyId })).map(({ text }) => text)).toEqual(['First.', 'Second.', 'Third.'])
  })
})
