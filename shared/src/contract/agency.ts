import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { logoKeys } from '../words/logos.ts'
import { ifVersion, instant, languageTag, requiredText, rowId, shownLanguages, version } from './fields.ts'

export const agencyId = rowId.meta({ description: 'Id of an agency', example: 3 })
const agencyName = { description: 'Name of the agency', example: 'North Valley Legal Aid' }

export const agency = z
  .object({ id: agencyId, name: z.string().meta(agencyName) })
  .meta({ id: 'Agency', description: 'An agency that reviews respondents' })
export type Agency = z.output<typeof agency>

const waitingDays = (which: 'amber' | 'red') => ({
  description: `Business days of waiting after which a case turns ${which}`,
  example: which === 'red' ? 7 : 3,
})
const days = z.int().min(1).max(limits.waitingDaysMax)

const logo = { description: 'Logo of the agency', example: 'cet' } as const

export const saveAgency = z.strictObject({
  id: agencyId.optional().meta({ description: 'Agency to change; omit it to create one', example: 3 }),
  name: requiredText(limits.nameMax).meta(agencyName),
  languages: z
    .array(languageTag)
    .max(limits.languagesMax)
    .optional()
    .meta({ description: 'Languages the agency works in; cases in these languages are preferably assigned to it', example: ['en', 'es'] }),
  logoKey: z.enum(logoKeys).optional().meta(logo),
  waitingAmberDays: days.optional().meta(waitingDays('amber')),
  waitingRedDays: days.optional().meta(waitingDays('red')),
  ifVersion,
})
export type SaveAgency = z.output<typeof saveAgency>

/** An agency with its settings, for admins. */
export const agencyDetails = z.object({
  id: agencyId,
  name: z.string().meta(agencyName),
  languages: shownLanguages.meta({ description: 'Languages the agency works in' }),
  logoKey: z.enum(logoKeys).meta(logo),
  waitingAmberDays: z.int().meta(waitingDays('amber')),
  waitingRedDays: z.int().meta(waitingDays('red')),
  members: z.int().meta({ description: 'Number of accounts that belong to the agency', example: 4 }),
  version,
  openCases: z.int().meta({ description: 'Number of respondents in progress assigned to the agency', example: 7 }),
  remindedAt: instant
    .nullable()
    .meta({ description: 'When an admin last reminded its reviewers, ISO 8601 in UTC; null if never', example: null }),
})
export type AgencyDetails = z.output<typeof agencyDetails>

export const agencyToRemind = z.strictObject({ id: agencyId })
export const agencyReminded = z.object({ reviewers: z.int().meta({ description: 'Number of reviewers who get an e-mail', example: 3 }) })
