import { expect, test } from 'vitest'
import { buildQuestionnaire, buildWorkshop, workshopName } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const adam = await portico.as('adam')
const volunteers = async () => adam.call.admin.getVolunteerList({ workshopName })
const withAccess = async () => (await volunteers()).filter(({ grantedAt }) => grantedAt !== null).map(({ name }) => name)

test('granting and ending access to a workshop takes effect immediately, for several volunteers at once', async () => {
  expect(await withAccess()).toEqual(['Vera Varga'])
  const everybody = (await volunteers()).map(({ id }) => id)
  const victor = await portico.as('victor')
  const list = () => victor.rest('responses/getWorkshopGreenDotResponses', { name: workshopName })
  expect((await list()).body).toMatchObject({ error_id: 'VOLUNTEER_CANT_ACCESS_WORKSHOP' })
  await adam.rest('admin/changeWorkshopAccess', { workshopName, accountIds: everybody, granted: true })
  expect(await withAccess()).toEqual(['Vera Varga', 'Victor Vo'])
  expect((await list()).body).toMatchObject({ success: true })
  await adam.call.admin.changeWorkshopAccess({ workshopName, accountIds: everybody, granted: false })
  expect(await withAccess()).toEqual([])
  expect((await list()).body).toMatchObject({ error_id: 'VOLUNTEER_CANT_ACCESS_WORKSHOP' })
})

test('no access is granted if one of the accounts is not a volunteer', async () => {
  const [volunteer] = await volunteers()
  const [ana] = await portico.sql<{ id: number }>(`select id from account where name like 'Ana %'`)
  const { body } = await adam.rest('admin/changeWorkshopAccess', { workshopName, accountIds: [volunteer!.id, ana!.id], granted: true })
  expect(body).toMatchObject({ error_id: 'NOT_FOUND' })
  expect(await withAccess()).toEqual([])
})
