import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { accountTypes, roles } from '../words/roles.ts'
import { agency } from './agency.ts'
import { emailAddress, lookupName, rowId, text } from './fields.ts'
import { filter, pageOf, pagination } from './paging.ts'

/** The create-account form (product.md section 5): an agency account needs its agency. */
export const registrationLink = z
  .object({
    account: z.enum(accountTypes),
    email: emailAddress,
    purpose: text(limits.purposeMax)
      .default('')
      .meta({ description: 'What the account is for', example: 'Reviewer for the spring workshops' }),
    agencyId: rowId.optional(),
    workshopNames: z.array(lookupName).max(200).optional(),
  })
  .superRefine((value, context) => {
    if (value.account === 'agency' && value.agencyId === undefined)
      context.addIssue({ code: 'custom', path: ['agencyId'], message: 'Required' })
  })
export type RegistrationLink = z.output<typeof registrationLink>

export const linkSent = z.object({ emailSuccess: z.boolean() })

export const account = z.object({
  id: rowId,
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(roles)),
  agencies: z.array(agency),
  workshopNames: z.array(z.string()),
  verified: z.boolean(),
  disabled: z.boolean(),
})
export type Account = z.output<typeof account>
export const accountPage = pageOf(account)
export const accountList = z.object({ pagination, filter }).default({ pagination: { offset: 0, count: 10 }, filter: { query: '' } })
export type AccountList = z.output<typeof accountList>

export const accountUpdate = z.object({
  id: rowId,
  disabled: z.boolean().optional(),
  roles: z.array(z.enum(roles)).min(1).max(roles.length).optional(),
  agencyIds: z.array(rowId).max(200).optional(),
  workshopNames: z.array(lookupName).max(200).optional(),
})
export type AccountUpdate = z.output<typeof accountUpdate>
