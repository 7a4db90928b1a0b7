import { beforeEach, describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { defaultRateLimits } from '../../../infra/security/rate-limits.ts'

const { mentionPerColleagueAndCase } = defaultRateLimits
const portico = await openPortico({ rateLimits: { mentionPerColleagueAndCase } })
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [adam, ana, ben] = [await portico.as('adam'), await portico.as('ana'), await portico.as('ben')]
let respondent = { anonymousId: '' }
const texts = async (who: typeof ana) => (await who.call.agency.getNotes({ respondent })).notes.map(({ text }) => text)

beforeEach(async () => {
  await portico.sql('delete from note')
  respondent = { anonymousId: await buildRespondent(portico, { ...twoReds, contactLanguage: 'es' }) }
})

describe('notes on a case', () => {
  it('are visible within the agency, or to admins if shared, and are stored sealed', async () => {
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

  it('notify mentioned colleagues by e-mail without the text, and refuse other mentions', async () => {
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
    await ana.call.agency.addNote({ respondent, text: 'And more.', shared: true, mentions: [adamId] })
    const another = { anonymousId: await buildRespondent(portico, { ...twoReds, contactLanguage: 'es' }) }
    await ana.call.agency.addNote({ respondent: another, text: 'Another case.', shared: true, mentions: [adamId] })
    await portico.drain()
    expect(
      portico.outbox.map(({ text }) => text.includes(another.anonymousId)),
      'once an hour for each case',
    ).toEqual([false, true])
    const bens = (await portico.sql<{ id: number }>(`select id from account where email = 'ben@portico.example'`))[0]?.id ?? 0
    const foreign = await ana.rest('agency/addNote', { respondent, text: 'x', mentions: [bens] })
    expect(foreign.body).toMatchObject({ error_id: 'NOT_FOUND' })
  })

  it('do not move to the next agency, and are hidden from other agencies', async () => {
    await ana.call.agency.addNote({ respondent, text: 'Among us.' })
    await adam.call.agency.addNote({ respondent, text: 'For everyone.', shared: true })
    expect((await ben.rest('agency/getNotes', { respondent })).body).toMatchObject({ error_id: 'NOT_FOUND' })
    const [bens] = await ben.call.agency.getMyAgencyList()
    await adam.call.responses.assignRespondent({ respondent, agencyId: bens?.id ?? 0 })
    expect(await texts(ben)).toEqual(['For everyone.'])
    expect((await ana.rest('agency/getNotes', { respondent })).body).toMatchObject({ error_id: 'NOT_FOUND' })
  })

  it('are inaccessible once the respondent was deleted', async () => {
    await portico.sql(`update respondent set wrapped_key = null where anonymous_id = $1`, [respondent.anonymousId])
    expect((await adam.rest('agency/getNotes', { respondent })).body).toMatchObject({ error_id: 'NOT_FOUND' })
  })
})
