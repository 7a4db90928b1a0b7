import { describe, expect, it } from 'vitest'
import { auditTrail } from '../../../test/support/audit-trail.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [adam, ana, vera] = [await portico.as('adam'), await portico.as('ana'), await portico.as('vera')]
const detailsOf = async (id: number) => (await adam.call.agency.getAgencyDetails()).find((agency) => agency.id === id)

describe('saving an agency', () => {
  it('needs only a name', async () => {
    const { id } = await adam.call.agency.saveAgency({ name: '  East Side Legal Aid ' })
    expect(await detailsOf(id)).toEqual({
      id,
      name: 'East Side Legal Aid',
      languages: [],
      logoKey: 'portico',
      members: 0,
      openCases: 0,
      waitingAmberDays: 3,
      waitingRedDays: 7,
      remindedAt: null,
      version: 1,
    })
  })

  it('keeps omitted fields, and accepts its current name again', async () => {
    const { id } = await adam.call.agency.saveAgency({ name: 'Harbor Legal Aid', languages: ['es', 'vi'], logoKey: 'cet' })
    expect(await adam.call.agency.saveAgency({ id, name: 'Harbor Legal Aid' })).toEqual({ id, name: 'Harbor Legal Aid' })
    expect(await adam.call.agency.saveAgency({ id, name: 'Harbor Law', languages: [] })).toEqual({ id, name: 'Harbor Law' })
    expect(await detailsOf(id)).toMatchObject({ name: 'Harbor Law', languages: [], logoKey: 'cet' })
  })

  it('changes nothing if another agency already has the new name', async () => {
    const { id } = await adam.call.agency.saveAgency({ name: 'Hill Legal Aid', languages: ['ko'] })
    const refused = await adam.rest('agency/saveAgency', { id, name: 'Bay Immigration Partners', languages: ['en'] })
    expect(refused.body).toEqual({ success: false, error_id: 'INVALID_REQUEST', message: 'There is already an agency of this name.' })
    expect(await detailsOf(id)).toMatchObject({ name: 'Hill Legal Aid', languages: ['ko'] })
  })

  it.each([
    ['an empty name', { name: ' ' }, ['name']],
    ['an empty language', { name: 'Lake', languages: ['en', ''] }, ['languages', 1]],
    ['an unknown logo', { name: 'Lake', logoKey: 'sun' }, ['logoKey']],
  ])('rejects %s at its field', async (_what, input, path) => {
    const refused = await adam.rest('agency/saveAgency', input)
    expect([refused.status, refused.body.issues[0].path]).toEqual([422, path])
  })

  it('names the agency in the audit trail', async () => {
    const since = (await auditTrail(portico)).at(-1)?.id
    const { id } = await adam.call.agency.saveAgency({ name: 'Valley Legal Aid' })
    expect(await auditTrail(portico, since)).toMatchObject([{ action: 'agency.saveAgency', subjects: [`agency:${id}`] }])
  })
})

describe('agency lists', () => {
  it('are sorted by name, with and without settings', async () => {
    const names = (await adam.call.agency.getAllAgencies()).map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect((await adam.call.agency.getAgencyDetails()).map(({ name }) => name)).toEqual(names)
  })

  it('show a member all of their agencies and other callers none', async () => {
    const { id } = await adam.call.agency.saveAgency({ name: 'A Second Agency' })
    const [own] = await ana.call.agency.getMyAgencyList()
    await portico.sql(`insert into agency_member (agency_id, account_id) select $1, id from account where email = 'ana@portico.example'`, [
      id,
    ])
    expect(await ana.call.agency.getMyAgencyList()).toEqual([{ id, name: 'A Second Agency' }, own])
    expect((await detailsOf(id))?.members).toBe(1)
    expect(await adam.call.agency.getMyAgencyList()).toEqual([])
    await expect(vera.call.agency.getMyAgencyList()).rejects.toMatchObject({ cause: { id: 'FORBIDDEN' } })
  })

  it('give a member without the reviewer role no access to workshops', async () => {
    const victor = await portico.as('victor')
    await portico.sql(
      `insert into agency_member (agency_id, account_id) select agency_id, $1::int from agency_member join account on account.id = account_id
       where email = 'ana@portico.example'`,
      [(await portico.sql<{ id: number }>(`select id from account where email = 'victor@portico.example'`))[0]?.id],
    )
    expect(await victor.call.workshops.getWorkshopList()).toEqual([])
    expect(await ana.call.workshops.getWorkshopList()).not.toEqual([])
  })

  it('count only open cases, not decided ones', async () => {
    const { agency } = (await adam.call.responses.getResponseForAdmin(aboutRespondent(await buildRespondent(portico, twoReds)))).respondent
    const open = async () => (await detailsOf(agency?.id ?? 0))?.openCases ?? 0
    const before = await open()
    const anonymousId = await buildRespondent(portico, twoReds)
    await adam.call.responses.assignRespondent({ ...aboutRespondent(anonymousId), agencyId: agency?.id ?? 0 }).catch(alreadyThere)
    expect(await open()).toBe(before + 1)
    await adam.call.agency.submitRespondentStatusOverride({ ...aboutRespondent(anonymousId), status: { flag: 'red', reason: 'Not now.' } })
    expect(await open()).toBe(before)
  })
})

const aboutRespondent = (anonymousId: string) => ({ respondent: { anonymousId } })

function alreadyThere(error: { cause?: { id?: string } }): void {
  if (error.cause?.id !== 'ALREADY_SET') throw error
}
