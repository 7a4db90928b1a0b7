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
