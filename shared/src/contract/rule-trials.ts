import { z } from 'zod'
import { respondentFlags } from '../words/flags.ts'
import { anonymousId, rowId, shownName } from './fields.ts'
import { pageOf, pagination } from './paging.ts'

const id = rowId.meta({ description: 'A trial', example: 3 })
const flag = z.enum(respondentFlags)
const identifier = z.string().max(80)
const identifiers = z.array(z.string())

export const trialStarted = z.object({ id })
export const trialRequest = z.strictObject({ id })

export const ruleTrial = z
  .object({
    id,
    name: shownName.meta({ description: 'Name of the questionnaire', example: 'citizenship_screening' }),
    status: z.enum(['waiting', 'running', 'done', 'failed']).meta({ description: 'How far it is', example: 'done' }),
    done: z.int().meta({ description: 'Respondents looked at so far', example: 812 }),
    total: z.int().meta({ description: 'Respondents to look at: all who ever answered a version of this name', example: 812 }),
    respondents: z
      .array(
        z.object({
          from: flag.meta({ description: 'The flag on arrival', example: 'green' }),
          to: flag.meta({ description: 'What it would have been', example: 'red' }),
          count: z.int().meta({
            description: 'How many respondents; where both are the same, only the number of red answers would differ',
            example: 14,
          }),
        }),
      )
      .meta({ description: 'Respondents for whom something would change' }),
    questions: z
      .array(
        z.object({
          identifier: z.string().meta({ description: 'The question', example: 'daysAway' }),
          turnedRed: z.int().meta({ description: 'Answers that would have been red', example: 14 }),
          turnedGreen: z.int().meta({ description: 'Answers that would not have been red', example: 0 }),
        }),
      )
      .meta({ description: 'Questions whose answers would change' }),
  })
  .meta({ id: 'RuleTrial', description: 'What new rules would have said of past answers' })
export type RuleTrial = z.output<typeof ruleTrial>

export const trialListRequest = z.strictObject({
  id,
  from: flag.optional().meta({ description: 'Only those with this flag on arrival', example: 'green' }),
  to: flag.optional().meta({ description: 'Only those who would have had this flag', example: 'red' }),
  turnedRed: identifier.optional().meta({ description: 'Only those whose answer to this question would turn red', example: 'daysAway' }),
  turnedGreen: identifier
    .optional()
    .meta({ description: 'Only those whose answer to this question would not be red', example: 'daysAway' }),
  pagination,
})
export type TrialListRequest = z.output<typeof trialListRequest>

export const trialItem = z
  .object({
    anonymousId,
    from: flag.meta({ description: 'The flag on arrival', example: 'green' }),
    to: flag.meta({ description: 'What it would have been', example: 'red' }),
    turnedRed: identifiers.meta({ description: 'Questions whose answers would have been red', example: ['daysAway'] }),
    turnedGreen: identifiers.meta({ description: 'Questions whose answers would not have been red', example: [] }),
  })
  .meta({ id: 'RuleTrialItem', description: 'What new rules would have changed for one respondent' })
export const trialList = pageOf(trialItem)
export type TrialList = z.output<typeof trialList>
