import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Portico } from '@portico/shared/client/portico'
import { saveAgency } from '@portico/shared/contract/agency'
import { workshopSettings } from '@portico/shared/contract/workshops'
import { emailAddress } from '@portico/shared/contract/fields'
import { accountTypes } from '@portico/shared/words/roles'
import type { AppRouter } from '../api/root.ts'

const invited = z
  .strictObject({ email: emailAddress, account: z.enum(accountTypes), purpose: z.string().optional(), agency: z.string().optional() })
  .extend({ workshops: z.array(z.string()).optional(), translates: z.array(z.string()).optional() })

/**
 * The schema of a configuration file (shared/spec/operating.md#configuration-as-code): it refers to agencies by name where the calls take
 * ids.
 */
export const configuration = z.strictObject({
  agencies: z.array(z.strictObject(saveAgency.shape).omit({ id: true, ifVersion: true })).default([]),
  workshops: z
    .array(
      z
        .strictObject(workshopSettings.shape)
        .omit({ agencyIds: true, ifVersion: true })
        .extend({ agencies: z.array(z.string()).optional() }),
    )
    .default([]),
  accounts: z.array(invited).default([]),
})
export type Configuration = z.input<typeof configuration>

type Client = Portico<AppRouter>

/**
 * Applies a configuration through the API, with the rights of the client's account, and returns one line per change. Existing matching data
 * is left alone, so a second run does nothing; data that the file does not name is kept.
 */
export async function applyConfiguration(client: Client, given: unknown): Promise<string[]> {
  const { agencies, workshops, accounts } = configuration.parse(given)
  const done: string[] = []
  for (const agency of agencies) done.push(...(await applyAgency(client, agency)))
  const ids = new Map((await client.call('agency/getAllAgencies')).map(({ id, name }) => [name, id]))
  for (const workshop of workshops) done.push(...(await applyWorkshop(client, workshop, ids)))
  const known = await knownAddresses(client)
  for (const account of accounts) if (!known.has(account.email.toLowerCase())) done.push(await invite(client, account, ids))
  return done
}

async function applyAgency(client: Client, wanted: z.output<typeof configuration>['agencies'][number]): Promise<string[]> {
  const found = (await client.call('agency/getAgencyDetails')).find(({ name }) => name === wanted.name)
  if (found && matches(wanted, found)) return []
  await client.call('agency/saveAgency', { ...wanted, id: found?.id })
  return [`agency ${wanted.name}: ${found ? 'changed' : 'made'}`]
}

async function applyWorkshop(
  client: Client,
  { agencies, ...settings }: z.output<typeof configuration>['workshops'][number],
  ids: ReadonlyMap<string, number>,
): Promise<string[]> {
  const wanted = { ...settings, ...(agencies && { agencyIds: agencies.map((name) => idOf(ids, name)) }) }
  const found = (await client.call('workshops/getWorkshopList')).some(({ name }) => name === wanted.name)
  if (found && matches(wanted, await client.call('workshops/getWorkshop', { name: wanted.name }))) return []
  await client.call('workshops/saveWorkshop', wanted)
  return [`workshop ${wanted.name}: ${found ? 'changed' : 'made'}`]
}

async function invite(client: Client, { agency, workshops, ...account }: z.output<typeof invited>, ids: ReadonlyMap<string, number>) {
  await client.call('admin/generateRegistrationLink', {
    ...account,
    ...(agency !== undefined && { agencyId: idOf(ids, agency) }),
    ...(workshops && { workshopNames: workshops }),
  })
  return `${account.account} ${account.email}: invited`
}

// Expired invitations count as known and must be sent again by hand, because letting one lapse may have been intended.
async function knownAddresses(client: Client): Promise<Set<string>> {
  const known = new Set((await client.call('admin/getInvitationList')).map(({ email }) => email.toLowerCase()))
  for await (const { email } of client.rows('admin/getAccountList', {})) known.add(email.toLowerCase())
  return known
}

function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`There is no agency "${name}": name it under "agencies".`)
  return id
}

// Compares only the fields in `wanted`; timestamps are compared as instants, whatever their notation.
function matches(wanted: object, existing: object): boolean {
  const now = new Map<string, unknown>(Object.entries(existing))
  return Object.entries(wanted).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(normalize(value), normalize(now.get(name))),
  )
}

function normalize(value: unknown): unknown {
  if (Array.isArray(value) && value.every((one) => typeof one === 'number')) return value.toSorted((one, other) => one - other)
  if (typeof value === 'string' && z.iso.datetime({ offset: true }).safeParse(value).success) return new Date(value).toISOString()
  return value
}
