import { expect, it } from 'vitest'
import { Portico } from '@portico/shared/client/portico'
import { buildQuestionnaire, questionnaireName } from '../../test/support/builders.ts'
import { openPortico } from '../../test/support/harness.ts'
import type { AppRouter } from '../api/root.ts'
import { applyConfiguration, type Configuration } from './apply-configuration.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
const origin = await portico.app.listen({ port: 0, host: '127.0.0.1' })
const { accessToken } = await portico.as('rosa')
const client = new Portico<AppRouter>({ origin, token: async () => accessToken, fetch, wait: async () => {} })

const wanted: Configuration = {
  agencies: [{ name: 'Harbor Legal Aid', languages: ['en', 'so'] }],
  workshops: [
    {
      name: 'spring_day',
      title: 'Spring Day',
      eventDate: '2027-03-06',
      disableAt: '2027-03-05T18:00:00-08:00',
      registrationOpen: true,
      questionnaireNames: [questionnaireName],
      agencies: ['Harbor Legal Aid', 'North Valley Legal Aid'],
    },
  ],
  accounts: [
    { email: 'Hana@example.org', account: 'agency', agency: 'Harbor Legal Aid' },
    { email: 'ana@portico.example', account: 'agency', agency: 'Harbor Legal Aid' },
    { email: 'vic@example.org', account: 'volunteer', workshops: ['spring_day'] },
  ],
}

it('creates what the configuration describes and does nothing when applied again', async () => {
  expect(await applyConfiguration(client, wanted)).toEqual([
    'agency Harbor Legal Aid: made',
    'workshop spring_day: made',
    'agency Hana@example.org: invited',
    'volunteer vic@example.org: invited',
  ])
  expect(await client.call('workshops/getWorkshop', { name: 'spring_day' })).toMatchObject({ title: 'Spring Day', registrationOpen: true })
  await portico.drain()
  expect(portico.outbox.map(({ to }) => to).toSorted()).toEqual(['hana@example.org', 'vic@example.org'])
  expect(await applyConfiguration(client, wanted)).toEqual([])
  await portico.drain()
  expect(portico.outbox).toHaveLength(2)
})

it('changes fields that differ and keeps those that the configuration omits', async () => {
  const changed = { workshops: [{ name: 'spring_day', title: 'Spring Day 2027' }] }
  expect(await applyConfiguration(client, changed)).toEqual(['workshop spring_day: changed'])
  expect(await client.call('workshops/getWorkshop', { name: 'spring_day' })).toMatchObject({
    title: 'Spring Day 2027',
    registrationOpen: true,
  })
})

it.each([
  ['an unknown agency', { workshops: [{ name: 'x', title: 'X', agencies: ['Nowhere'] }] }, 'There is no agency "Nowhere"'],
  ['an unknown field', { workshops: [{ name: 'x', title: 'X', open: true }] }, 'open'],
])('rejects a configuration with %s', async (_name, given, said) => {
  await expect(applyConfiguration(client, given)).rejects.toThrow(said)
})
