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

/**
 * Tries the rules of the newest version on the open cases of earlier ones (shared/spec/questionnaire-files.md#new-rules-for-open-cases).
 */
export const previewNewRules = z.strictObject({
  questionnaireId: rowId.meta({ description: 'The newest version of its name', example: 12 }),
})

export const ruleTrial = z
  .object({
    id,
    name: shownName.meta({ description: 'Name of the questionnaire', example: 'citizenship_screening' }),
    status: z.enum(['waiting', 'running', 'done', 'failed', 'applying', 'applied']).meta({
      description: 'How far it is; `applying` and `applied` only where open cases get the rules of a published version',
      example: 'done',
    }),
    done: z.int().meta({ description: 'Respondents looked at so far', example: 812 }),
    total: z.int().meta({
      description: 'Respondents to look at: all who ever answered a version of this name, or those of them whose cases are open',
      example: 812,
    }),
    openCases: z
      .object({
        version: z.int().meta({ description: 'The published version whose rules they would get', example: 3 }),
        telephone: z.int().meta({ description: 'Were told to come, and would not be green any more', example: 2 }),
        changed: z.int().meta({ description: 'Cases that got new flags so far', example: 0 }),
      })
      .optional()
      .meta({ description: 'Left out of a trial of past answers' }),
    respondents: z
      .array(
        z.object({
          from: flag.meta({ description: 'The flag on arrival; of open cases the one now', example: 'green' }),
          to: flag.meta({ description: 'What it would have been, or would be', example: 'red' }),
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
  telephone: z.literal(true).optional().meta({ description: 'Only those who were told to come and would not be green any more' }),
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
    telephone: z
      .literal(true)
      .optional()
      .meta({ description: 'Was told to come, and would not be green any more: somebody has to telephone them' }),
  })
  .meta({ id: 'RuleTrialItem', description: 'What new rules would have changed for one respondent' })
export const trialList = pageOf(trialItem)
export type TrialList = z.output<typeof trialList>
