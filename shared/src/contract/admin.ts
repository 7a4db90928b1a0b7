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

const grants = { description: 'Workshops whose green dots a volunteer sees', example: ['citizenship_day_2025'] }
const accountRoles = { description: 'What the account may do; rights are the union of its roles', example: ['AGENCY'] as const }
const translates = { description: 'Languages whose texts it translates; grants nothing else', example: ['es', 'vi'] }
const signsOff = { description: 'Whether a translator signs translations off too', example: true }
const newTranslates = z.array(translatedLanguage).max(limits.languagesMax).optional().meta(translates)
const purpose = { description: 'What the account is for', example: 'Reviewer for the spring workshops' }
const accountId = rowId.meta({ description: 'Id of an account', example: 7 })

/** The create-account form (shared/spec/product.md#sign-in-and-account-forms): an agency account requires its agency. */
export const registrationLink = z
  .strictObject({
    account: z
      .enum(accountTypes)
      .meta({ description: 'Account type, one of your own `admin/registrationOptions` (`simple-agency` is `agency`)', example: 'agency' }),
    email: emailAddress,
    purpose: text(limits.purposeMax).default('').meta(purpose),
    agencyId: agencyId.optional().meta({ description: 'The agency of an agency account, required there', example: 3 }),
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
    agency: agency.nullable().meta({ description: 'The agency of an agency account' }),
    workshopNames: z.array(z.string()).meta(grants),
    translates: z.array(shownLanguage).meta(translates),
    invitedBy: z.string().nullable().meta({ description: 'Name of whoever sent it', example: 'Rosa Ruiz' }),
    sentAt: instant.meta({ description: 'When it was sent, ISO 8601 in UTC' }),
    expiresAt: instant.meta({ description: 'Until when its link works, ISO 8601 in UTC' }),
    works: z.boolean().meta({ description: 'Whether its time is not over', example: true }),
  })
  .meta({ id: 'Invitation', description: 'An invitation that nobody has registered with' })
export type Invitation = z.output<typeof invitation>
export const invitationList = z.array(invitation)
export const invitationRef = z.strictObject({ id: rowId.meta({ description: 'Id of an invitation', example: 12 }) })

export const linkSent = z.object({ emailSuccess: z.boolean().meta({ description: 'The message is in the outbox', example: true }) })

export const account = z
  .object({
    id: accountId,
    name: shownPerson,
    email: shownEmail,
    purpose: z.string().meta(purpose),
    roles: z.array(z.enum(roles)).meta(accountRoles),
    agencies: z.array(agency).meta({ description: 'Agencies it works for' }),
    workshopNames: z.array(z.string()).meta(grants),
    translates: z.array(shownLanguage).meta(translates),
    signsOffTranslations: z.boolean().meta(signsOff),
    verified: z.boolean().meta({ description: 'Whether the e-mail address is confirmed; required to sign in', example: true }),
    version,
    disabled: z.boolean().meta({ description: 'Whether signing in is barred', example: false }),
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
    grantedAt: instant.nullable().meta({ description: 'Since when they have access, ISO 8601 in UTC; null: they have none' }),
    expiresAt: instant.nullable().meta({ description: 'Until when; null: no end is set' }),
  })
  .meta({ id: 'Volunteer', description: 'A volunteer, and whether they have access to the workshop that was asked for' })
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
  granted: z.boolean().meta({ description: 'true grants access, false ends it', example: true }),
})
export type WorkshopAccess = z.output<typeof workshopAccess>

export const accountUpdate = z.strictObject({
  id: accountId,
  disabled: z.boolean().optional().meta({ description: 'true ends all its sessions and bars signing in', example: false }),
  roles: z.array(z.enum(roles)).max(roles.length).optional().meta(accountRoles),
  agencyIds: z
    .array(agencyId)
    .max(200)
    .optional()
    .meta({ description: 'The agencies it works for; replaces the current ones', example: [3] }),
  workshopNames: z.array(lookupName).max(200).optional().meta(grants),
  translates: newTranslates,
  signsOffTranslations: z.boolean().optional().meta(signsOff),
  ifVersion,
})
export type AccountUpdate = z.output<typeof accountUpdate>
