import { z } from 'zod'
import { respondentStatuses } from '../rules/respondent-status.ts'
import { limits } from '../words/limits.ts'
import { proof, requiredText, respondentRef } from './fields.ts'
import { workshop } from './workshops.ts'

/** The status of a respondent (shared/spec/contract.md#respondent-status). */
export const statusRequest = z.strictObject({
  respondent: respondentRef,
  contact: requiredText(limits.emailMax).meta({
    description: 'E-mail address, or telephone number with country code, that the respondent provided',
    example: '+14085550123',
  }),
  proof,
})
export type StatusRequest = z.output<typeof statusRequest>

export const respondentStatus = z.object({
  status: z.enum(respondentStatuses).meta({
    description:
      '`received`: nothing to do yet; `reading`: an advisor is reading the answers; `invited`: may come; `call`: should call us. Never reveals a flag',
    example: 'reading',
  }),
  workshop: workshop
    .pick({
      name: true,
      title: true,
      titles: true,
      eventDate: true,
      startTime: true,
      endTime: true,
      timeZone: true,
      address: true,
      bring: true,
    })
    .extend({
      seat: z
        .object({
          time: z.string().nullable().meta({
            description: 'Time of their seat, HH:MM in the workshop’s time zone; null while it is only offered, or they wait for one',
            example: '10:30',
          }),
          token: z.string().meta({ description: 'Secret of their link `/yourSeat#{secret}`', example: 'K7QM-2XWD-94HTR.0p3nS3sam3' }),
        })
        .nullable()
        .meta({ description: 'Seat of the respondent; null if they neither have nor wait for one' }),
    })
    .nullable()
    .meta({ description: 'Where and when an invited respondent may come; null for everyone else' }),
})
export type RespondentStatus = z.output<typeof respondentStatus>
