import { beforeAll, describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { seal } from '../../../infra/security/encryption.ts'
import { bindStoredReasons } from '../../agency/sealed-reasons.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [adam, ana, ben] = [await portico.as('adam'), await portico.as('ana'), await portico.as('ben')]
let respondent = { anonymousId: '' }
let agencyId = 0
const texts = async (who: typeof ana) => (await who.call.agency.getNotes({ respondent })).notes.map(({ text }) => text)

beforeAll(async () => {
  respondent = { anonymousId: await buildRespondent(portico, { ...twoReds, contactLanguage: 'es' }) }
  agencyId = (await ana.call.agency.getMyAgencyList())[0]?.id ?? 0
})

describe('notes on a case', () => {
  it('are the agency’s, or shared with the admins, and leave nothing readable behind', async () => {
    await ana.call.agency.addNote({ respondent, text: 'Brings the papers on Friday.' })
    expect((await ana.rest('agency/addNote', { respondent, text: 'Ask Adam.', shared: true })).body.success).toBe(true)
    await adam.call.agency.addNote({ respondent, text: 'Among admins.' })
    await adam.call.agency.addNote({ respondent, text: 'For everyone.', shared: true })
    expect(await texts(ana)).toEqual(['For everyone.', 'Ask Adam.', 'Brings the papers on Friday.'])
    expect(await texts(adam)).toEqual(['For everyone.', 'Among admins.', 'Ask Adam.'])
    const rows = await portico.sql<{ plain: string }>(`select encode(sealed, 'escape') as plain from note`)
    expect(rows).toHaveLength(4)
    expect(JSON.stringify(rows)).not.toMatch(/papers|Friday|Adam/)
  })

  it('tell who is mentioned by an email without what was noted, and nobody else can be mentioned', async () => {
    const { colleagues } = await ana.call.agency.getNotes({ respondent })
    expect(colleagues.map(({ name }) => name)).toEqual(['Adam Abiodun', 'Rosa Ruiz'])
    const adamId = colleagues[0]?.id ?? 0
    await portico.drain()
    portico.outbox.length = 0
    await ana.call.agency.addNote({ respondent, text: 'Secret of the case.', shared: true, mentions: [adamId, adamId] })
    await portico.drain()
    expect(portico.outbox.map(({ to, subject }) => [to, subject])).toEqual([
      ['adam@portico.example', 'Portico: Ana Alvarez mentioned you in a note'],
    ])
    expect(portico.outbox[0]?.text).toContain(`/home/admin/response-overview/all?open=${respondent.anonymousId}`)
    expect(portico.outbox[0]?.text).not.toContain('Secret')
    const bens = (await portico.sql<{ id: number }>(`select id from account where email = 'ben@portico.example'`))[0]?.id ?? 0
    const foreign = await ana.rest('agency/addNote', { respondent, text: 'x', mentions: [bens] })
    expect(foreign.body).toMatchObject({ error_id: 'NOT_FOUND' })
  })

  it('do not go along to the next agency, nor to one that never had the case', async () => {
    expect((await ben.rest('agency/getNotes', { respondent })).body).toMatchObject({ error_id: 'NOT_FOUND' })
    const [bens] = await ben.call.agency.getMyAgencyList()
    await adam.call.responses.assignRespondent({ respondent, agencyId: bens?.id ?? 0 })
    expect(await texts(ben)).toEqual(['For everyone.'])
    expect((await ana.rest('agency/getNotes', { respondent })).body).toMatchObject({ error_id: 'NOT_FOUND' })
  })

  it('go with the respondent', async () => {
    await portico.sql(`update respondent set wrapped_key = null where anonymous_id = $1`, [respondent.anonymousId])
    expect((await adam.rest('agency/getNotes', { respondent })).body).toMatchObject({ error_id: 'NOT_FOUND' })
  })
})

describe('reasons of an agency', () => {
  it('are kept, changed, used by its members and admins, and removed', async () => {
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

  it('are sealed with a length that tells nothing, each for its own row', async () => {
    const short = await ana.call.agency.saveReason({ agencyId, text: 'No.' })
    const long = await ana.call.agency.saveReason({ agencyId, text: 'The court papers of 2011 were seen, and the case was dismissed.' })
    const lengths = await portico.sql<{ length: number }>('select distinct length(sealed) from reason_template')
    expect(lengths).toHaveLength(1)
    // Whoever can write to the database puts one reason in the place of the other.
    await portico.sql(
      `update reason_template r set sealed = o.sealed, wrapped_key = o.wrapped_key, key_id = o.key_id from reason_template o where r.id = $1 and o.id = $2`,
      [short.id, long.id],
    )
    await expect(ana.call.agency.getReasonList({ agencyId })).rejects.toThrow()
    await portico.sql('delete from reason_template where id = $1', [short.id])
    expect((await ana.call.agency.getReasonList({ agencyId })).map(({ text }) => text)).toContain(long.text)
  })

  it('from when they were bound to their agency alone are bound to their rows at start, by one of the replicas', async () => {
    await portico.sql('delete from reason_template')
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
