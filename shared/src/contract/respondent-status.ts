import { z } from 'zod'
import { respondentStatuses } from '../rules/respondent-status.ts'
import { limits } from '../words/limits.ts'
import { proof, requiredText, respondentRef } from './fields.ts'
import { workshop } from './workshops.ts'

/** Where a respondent is (shared/spec/contract.md#respondent-status). */
export const statusRequest = z.strictObject({
  respondent: respondentRef,
  contact: requiredText(limits.emailMax).meta({
    description: 'The e-mail address, or the telephone number with its country code, that the respondent gave',
    example: '+14085550123',
  }),
  proof,
})
export type StatusRequest = z.output<typeof statusRequest>

export const respondentStatus = z.object({
  status: z.enum(respondentStatuses).meta({
    description:
      'received: nothing to do yet; reading: an advisor reads the answers; invited: may come; call: please call us. Never a flag',
    example: 'reading',
  }),
  workshop: workshop
    .pick({ name: true, title: true, titles: true, eventDate: true, address: true, bring: true })
    .nullable()
    .meta({ description: 'Where and when an invited respondent may come; null for everyone else' }),
})
export type RespondentStatus = z.output<typeof respondentStatus>
