import { expect, it } from 'vitest'
import { z } from 'zod'
import { principals } from '../src/api/access.ts'
import type { Endpoint } from '../src/api/rest.ts'
import type { Sample } from './calls/call-row.ts'
import { agreed, endpoints, rowOf } from './calls/calls.ts'
import { openWorld } from './calls/world.ts'
import { auditTrail, newestEntry } from './support/audit-trail.ts'
import { viaRest } from './support/both-transports.ts'
import { openPortico, type Portico } from './support/harness.ts'
import { buildWebhook } from './support/webhooks.ts'

async function openFilled() {
  const portico = await openPortico()
  await buildWebhook(portico, { url: 'http://127.0.0.1:9/' })
  return { portico, world: await openWorld(portico) }
}

const { portico, world } = await openFilled()
const emptied = await openFilled()
const number = /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}\b/g
const known = async () => new Set((await portico.sql<{ id: string }>('select anonymous_id as id from respondent')).map(({ id }) => id))
const admitted = agreed.filter(({ cells }) => cells[principals.indexOf('ROOT_USER')] !== '-').map(({ path }) => path)
// Calls about signing in and translating do not concern respondents.
const isOfStaff = (path: string) => path.startsWith('auth.') || path.startsWith('translations.')

const checked = endpoints.filter(({ path }) => admitted.includes(path) && !isOfStaff(path))

// A list of respondents, or how many there are: people by number, in seats, in a file or in an announcement.
const mentions = /"(?:anonymousId|respondents|taken|progress|turnedRed)":/
const isAboutPeople = ({ reads, output }: Endpoint) =>
  reads && mentions.test(JSON.stringify(z.toJSONSchema(output as z.ZodType, { unrepresentable: 'any' })))

async function subjectsSince(portico: Portico, newest: number, path: string): Promise<string[][]> {
  return (await auditTrail(portico, newest, path)).map(({ subjects }) => subjects)
}

const callerOf = async (portico: Portico, { token }: Sample) => token ?? (await portico.as('rosa')).accessToken

it.each(checked)('$path records in the audit trail every respondent in its input and response', async (endpoint) => {
  const { path } = endpoint
  const sample = await rowOf(path).sample(world, 'ROOT_USER')
  const { input, headers = {} } = sample
  const newest = await newestEntry(portico)
  const answer = await viaRest(portico.app, path, input, { token: await callerOf(portico, sample), headers })
  expect(answer.ok).toBe(true)
  const there = await known()
  const met = `${input instanceof FormData ? '' : JSON.stringify(input)} ${answer.text}`.match(number) ?? []
  const entries = await subjectsSince(portico, newest, path)
  const unnamed = [...new Set(met)].filter((id) => there.has(id) && !entries.flat().includes(`respondent:${id}`))
  expect(unnamed).toEqual([])
  if (isAboutPeople(endpoint)) expect(entries).not.toEqual([])
})

// Taken one after the other, before anyone is deleted.
const lists: { readonly path: string; readonly sample: Sample }[] = []
for (const { path } of checked.filter(isAboutPeople)) lists.push({ path, sample: await rowOf(path).sample(emptied.world, 'ROOT_USER') })
await emptied.portico.sql('truncate respondent, announcement cascade')
await emptied.portico.sql('update download set done = 0, total = 0')

it.each(lists)('$path leaves an audit entry when there is nobody', async ({ path, sample }) => {
  const { headers = {}, input } = sample
  const newest = await newestEntry(emptied.portico)
  await viaRest(emptied.portico.app, path, input, { token: await callerOf(emptied.portico, sample), headers })
  expect(await subjectsSince(emptied.portico, newest, path)).toEqual([expect.arrayContaining([expect.any(String)])])
})

it('control: calls about people are told from others by their response', () => {
  const paths = lists.map(({ path }) => path)
  for (const path of ['workshops.findLikelyDuplicates', 'messages.getMessageList', 'seats.getSlots', 'downloads.getDownloadList'])
    expect(paths).toContain(path)
  for (const path of ['agency.getAllAgencies', 'workshops.getWorkshopList', 'messages.getTemplateList']) expect(paths).not.toContain(path)
})
