import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { agency, agencyId } from './agency.ts'
import { instant, lookupName, requiredText, rowId, shownPerson } from './fields.ts'

const ranges = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])
const addressRange = z
  .string()
  .max(50)
  .refine((range) => ranges.safeParse(range).success, 'Write an address or a range, like 203.0.113.0/24')

const name = { description: 'Name that says what the token is for', example: 'Nightly sync of the case system' }
const expiry = 'When it expires, at most one year ahead, ISO 8601 in UTC'
const addresses = { description: 'IP addresses and CIDR ranges that it may be used from; any if omitted', example: ['203.0.113.0/24'] }

/** A token for a program (shared/spec/contract.md#api-tokens). */
export const newApiToken = z.strictObject({
  name: requiredText(limits.apiTokenNameMax).meta(name),
  calls: z
    .array(requiredText(100))
    .min(1, 'Choose at least one call.')
    .max(200)
    .meta({
      description:
        'Calls that it may make, such as `responses/getAllResponses`, or groups of calls, such as `downloads`; a group includes only the calls that exist today',
      example: ['downloads', 'responses/getAllResponses'],
    }),
  workshopNames: z
    .array(lookupName)
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Workshops that it is restricted to; all if omitted', example: ['citizenship_day_2025'] }),
  agencyIds: z
    .array(agencyId)
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Agencies to whose respondents it is restricted; all respondents if omitted', example: [3] }),
  addressRanges: z.array(addressRange).min(1).max(50).optional().meta(addresses),
  expiresAt: instant.meta({ description: expiry }),
})
export type NewApiToken = z.output<typeof newApiToken>

export const createdApiToken = z.object({
  id: rowId.meta({ description: 'Id of a token', example: 4 }),
  token: z.string().meta({
    description: 'The token, returned only once; send it as `Authorization: Bearer pto_…`',
    example: 'pto_Jm3k8QdQ3Jd0mT1xYkq2Vd0mT1xYkSZYN5YgOjGh0',
  }),
})

export type CreatedApiToken = z.output<typeof createdApiToken>

export const apiTokenRef = z.strictObject({ id: rowId.meta({ description: 'Id of a token', example: 4 }) })

export const apiToken = z
  .object({
    id: rowId.meta({ description: 'Id of a token', example: 4 }),
    name: z.string().meta(name),
    madeBy: shownPerson.meta({ description: 'Creator; the token never has more rights than its creator has now' }),
    calls: z.array(z.string()).meta({ description: 'Calls that it may make', example: ['responses/getAllResponses'] }),
    workshopNames: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Workshops that it is restricted to; null if all', example: ['citizenship_day_2025'] }),
    agencies: z.array(agency).nullable().meta({ description: 'Agencies to whose respondents it is restricted; null if all respondents' }),
    addressRanges: z
      .array(z.string())
      .nullable()
      .meta({ ...addresses, description: 'IP addresses and CIDR ranges that it may be used from; null if any' }),
    createdAt: instant.meta({ description: 'When it was created, ISO 8601 in UTC' }),
    expiresAt: instant.meta({ description: expiry }),
    lastUsedAt: instant.nullable().meta({ description: 'When it was last used, to the minute, ISO 8601 in UTC; null if never' }),
    revokedAt: instant.nullable().meta({ description: 'When it was revoked, ISO 8601 in UTC; null if it was not', example: null }),
    works: z.boolean().meta({
      description: 'Whether it can be used now: not revoked, not expired, and its creator can sign in',
      example: true,
    }),
  })
  .meta({ id: 'ApiToken', description: 'An API token, without its secret' })
export type ApiToken = z.output<typeof apiToken>
export const apiTokenList = z.array(apiToken).meta({ description: 'All tokens, newest first' })
