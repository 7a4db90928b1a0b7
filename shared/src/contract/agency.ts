import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { logoKeys } from '../words/logos.ts'
import { languageTag, requiredText, rowId } from './fields.ts'

export const agency = z.object({ id: rowId, name: z.string() })
export type Agency = z.output<typeof agency>

export const saveAgency = z.object({
  id: rowId.optional(),
  name: requiredText(limits.nameMax),
  languages: z.array(languageTag).max(limits.languagesMax).optional(),
  logoKey: z.enum(logoKeys).optional(),
})
export type SaveAgency = z.output<typeof saveAgency>

/** An agency with its settings, for admins. */
export const agencyDetails = z.object({
  id: rowId,
  name: z.string(),
  languages: z.array(z.string()),
  logoKey: z.enum(logoKeys),
  members: z.int().meta({ description: 'Accounts that work for it', example: 4 }),
  openCases: z.int().meta({ description: 'Respondents in progress that are assigned to it', example: 7 }),
})
export type AgencyDetails = z.output<typeof agencyDetails>
