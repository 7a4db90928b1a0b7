import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { accountTypes, roles } from '../words/roles.ts'
import { agency, agencyId } from './agency.ts'
import {
  emailAddress,
  ifVersion,
  instant,
  lookupName,
  rowId,
  shownEmail,
  shownLanguage,
  shownPerson,
  text,
  translatedLanguage,
  version,
} from './fields.ts'
import { filter, pageOf, pagination } from './paging.ts'

const grants = { description: 'Workshops whose green dots a volunteer can see', example: ['citizenship_day_2025'] }
const accountRoles = { description: 'Roles of the account; it has the rights of each', example: ['AGENCY'] as const }
const translates = { description: 'Languages that the account translates; gives no other rights', example: ['es', 'vi'] }
const signsOff = { description: 'Whether a translator may also sign off translations', example: true }
const newTranslates = z.array(translatedLanguage).max(limits.languagesMax).optional().meta(translates)
const purpose = { description: 'Purpose of the account', example: 'Reviewer for the spring workshops' }
const accountId = rowId.meta({ description: 'Id of an account', example: 7 })

/** The create-account form (shared/spec/product.md#sign-in-and-account-forms): an agency account requires its agency. */
export const registrationLink = z
  .strictObject({
    account: z.enum(accountTypes).meta({
      description: 'Account type, one of those that `admin/registrationOptions` returns to you (`simple-agency` is `agency`)',
      example: 'agency',
    }),
    email: emailAddress,
    purpose: text(limits.purposeMax).default('').meta(purpose),
    agencyId: agencyId.optional().meta({ description: 'Agency of an agency account; required for those', example: 3 }),
    workshopNames: z.array(lookupName).max(200).optional().meta(grants),
    translates: newTranslates,
    signsOffTranslations: z.boolean().optional().meta(signsOff),
  })
  .superRefine((value, context) => {
    if (value.account === 'translator' && !value.translates?.length)
      context.addIssue({ code: 'custom', path: ['translates'], message: 'Required' })
    if (value.account === 'agency' && value.agencyId === undefined)
      context.addIssue({ code: 'custom', path: ['agencyId'], message: 'Required' })
  })
export type RegistrationLink = z.output<typeof registrationLink>

/** A pending invitation (shared/spec/contract.md#pending-invitations). */
export const invitation = z
  .object({
    id: rowId.meta({ description: 'Id of the invitation', example: 12 }),
    email: shownEmail,
    account: z.enum(accountTypes).meta({ description: 'Account type', example: 'agency' }),
    purpose: z.string().meta(purpose),
    agency: agency.nullable().meta({ description: 'Agency of an agency account' }),
    workshopNames: z.array(z.string()).meta(grants),
    translates: z.array(shownLanguage).meta(translates),
    invitedBy: z.string().nullable().meta({ description: 'Name of the sender', example: 'Rosa Ruiz' }),
    sentAt: instant.meta({ description: 'When it was sent, ISO 8601 in UTC' }),
    expiresAt: instant.meta({ description: 'When its link expires, ISO 8601 in UTC' }),
    works: z.boolean().meta({ description: 'Whether its link has not expired yet', example: true }),
  })
  .meta({ id: 'Invitation', description: 'An invitation that nobody has registered with yet' })
export type Invitation = z.output<typeof invitation>
export const invitationList = z.array(invitation)
export const invitationRef = z.strictObject({ id: rowId.meta({ description: 'Id of an invitation', example: 12 }) })

export const linkSent = z.object({
  emailSuccess: z.boolean().meta({ description: 'Whether the message was added to the outbox', example: true }),
})

export const account = z
  .object({
    id: accountId,
    name: shownPerson,
    email: shownEmail,
    purpose: z.string().meta(purpose),
    roles: z.array(z.enum(roles)).meta(accountRoles),
    agencies: z.array(agency).meta({ description: 'Agencies the account belongs to' }),
    workshopNames: z.array(z.string()).meta(grants),
    translates: z.array(shownLanguage).meta(translates),
    signsOffTranslations: z.boolean().meta(signsOff),
    verified: z.boolean().meta({ description: 'Whether the e-mail address is confirmed; required to sign in', example: true }),
    version,
    disabled: z.boolean().meta({ description: 'Whether the account is disabled and cannot sign in', example: false }),
  })
  .meta({ id: 'Account', description: 'A staff account' })
export type Account = z.output<typeof account>
export const accountPage = pageOf(account)
export const accountList = z.strictObject({ pagination, filter }).default({ pagination: { offset: 0, count: 10 }, filter: { query: '' } })
export type AccountList = z.output<typeof accountList>

/** A volunteer, and whether they have access to a workshop. */
export const volunteer = z
  .object({
    id: accountId,
    name: shownPerson,
    email: shownEmail,
    grantedAt: instant.nullable().meta({ description: 'When access was granted, ISO 8601 in UTC; null if they have none' }),
    expiresAt: instant.nullable().meta({ description: 'When access expires, ISO 8601 in UTC; null if no end is set' }),
  })
  .meta({ id: 'Volunteer', description: 'A volunteer, and whether they have access to the requested workshop' })
export type Volunteer = z.output<typeof volunteer>
export const volunteerList = z.array(volunteer)

export const volunteersOf = z.strictObject({ workshopName: lookupName })

export const workshopAccess = z.strictObject({
  workshopName: lookupName,
  accountIds: z
    .array(accountId)
    .min(1)
    .max(200)
    .meta({ description: 'Accounts of volunteers', example: [7, 9] }),
  granted: z.boolean().meta({ description: 'true grants access, false revokes it', example: true }),
})
export type WorkshopAccess = z.output<typeof workshopAccess>

export const accountUpdate = z.strictObject({
  id: accountId,
  disabled: z
    .boolean()
    .optional()
    .meta({ description: 'true ends all sessions of the account and prevents it from signing in', example: false }),
  roles: z.array(z.enum(roles)).max(roles.length).optional().meta(accountRoles),
  agencyIds: z
    .array(agencyId)
    .max(200)
    .optional()
    .meta({ description: 'Agencies the account belongs to; replaces the current ones', example: [3] }),
  workshopNames: z.array(lookupName).max(200).optional().meta(grants),
  translates: newTranslates,
  signsOffTranslations: z.boolean().optional().meta(signsOff),
  ifVersion,
})
export type AccountUpdate = z.output<typeof accountUpdate>
