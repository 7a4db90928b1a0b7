import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { agency, agencyId } from './agency.ts'
import { instant, lookupName, requiredText, rowId, shownPerson } from './fields.ts'

const ranges = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])
const addressRange = z
  .string()
  .max(50)
  .refine((range) => ranges.safeParse(range).success, 'Write an address or a range, like 203.0.113.0/24')

const name = { description: 'What it is for', example: 'Nightly sync of the case system' }
const expiry = 'When it stops working, at most a year ahead, ISO 8601 in UTC'
const addresses = { description: 'Addresses and CIDR ranges that it may come from; any when left out', example: ['203.0.113.0/24'] }

/** A token for a program (shared/spec/contract.md#api-tokens). */
export const newApiToken = z.strictObject({
  name: requiredText(limits.apiTokenNameMax).meta(name),
  calls: z
    .array(requiredText(100))
    .min(1, 'Choose at least one call.')
    .max(200)
    .meta({
      description:
        'The calls that it may make, like `responses/getAllResponses`, or groups of them, like `downloads`: those there are today',
      example: ['downloads', 'responses/getAllResponses'],
    }),
  workshopNames: z
    .array(lookupName)
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'The only workshops that it sees; all when left out', example: ['citizenship_day_2025'] }),
  agencyIds: z
    .array(agencyId)
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'It sees only respondents assigned to these agencies; everybody when left out', example: [3] }),
  addressRanges: z.array(addressRange).min(1).max(50).optional().meta(addresses),
  expiresAt: instant.meta({ description: expiry }),
})
export type NewApiToken = z.output<typeof newApiToken>

export const createdApiToken = z.object({
  id: rowId.meta({ description: 'Id of a token', example: 4 }),
  token: z.string().meta({
    description: 'The token, shown only now: send `Authorization: Bearer pto_…`',
    example: 'pto_Jm3k8QdQ3Jd0mT1xYkq2Vd0mT1xYkSZYN5YgOjGh0',
  }),
})

export type CreatedApiToken = z.output<typeof createdApiToken>

export const apiTokenRef = z.strictObject({ id: rowId.meta({ description: 'Id of a token', example: 4 }) })

export const apiToken = z
  .object({
    id: rowId.meta({ description: 'Id of a token', example: 4 }),
    name: z.string().meta(name),
    madeBy: shownPerson.meta({ description: 'Who made it; it has never more rights than they have now' }),
    calls: z.array(z.string()).meta({ description: 'The calls that it may make', example: ['responses/getAllResponses'] }),
    workshopNames: z
      .array(z.string())
      .nullable()
      .meta({ description: 'The only workshops that it sees; null: all', example: ['citizenship_day_2025'] }),
    agencies: z.array(agency).nullable().meta({ description: 'The agencies whose respondents alone it sees; null: everybody' }),
    addressRanges: z
      .array(z.string())
      .nullable()
      .meta({ ...addresses, description: 'Addresses and ranges that it may come from; null: any' }),
    createdAt: instant.meta({ description: 'When it was made, ISO 8601 in UTC' }),
    expiresAt: instant.meta({ description: expiry }),
    lastUsedAt: instant.nullable().meta({ description: 'When it was last used, to the minute, ISO 8601 in UTC; null: never' }),
    revokedAt: instant.nullable().meta({ description: 'When it was revoked, ISO 8601 in UTC; null: it was not', example: null }),
    works: z.boolean().meta({
      description: 'Whether it works now: neither revoked nor run out, and its maker can sign in',
      example: true,
    }),
  })
  .meta({ id: 'ApiToken', description: 'A token for a program, without its secret' })
export type ApiToken = z.output<typeof apiToken>
export const apiTokenList = z.array(apiToken).meta({ description: 'Every token, newest first' })
