import { z } from 'zod'
import { respondentFlags } from '../words/flags.ts'
import { anonymousId, rowId, shownName } from './fields.ts'
import { pageOf, pagination } from './paging.ts'

const id = rowId.meta({ description: 'Id of a rule trial', example: 3 })
const flag = z.enum(respondentFlags)
const identifier = z.string().max(80)
const identifiers = z.array(z.string())

export const trialStarted = z.object({ id })
export const trialRequest = z.strictObject({ id })

/**
 * Tries the rules of the newest version on the open cases of earlier ones (shared/spec/questionnaire-files.md#new-rules-for-open-cases).
 */
export const previewNewRules = z.strictObject({
  questionnaireId: rowId.meta({ description: 'Id of the newest version of a questionnaire', example: 12 }),
})

export const ruleTrial = z
  .object({
    id,
    name: shownName.meta({ description: 'Name of the questionnaire', example: 'citizenship_screening' }),
    status: z.enum(['waiting', 'running', 'done', 'failed', 'applying', 'applied']).meta({
      description: 'Status of the trial; `applying` and `applied` occur only if the rules of a published version are applied to open cases',
      example: 'done',
    }),
    done: z.int().meta({ description: 'Number of respondents evaluated so far', example: 812 }),
    total: z.int().meta({
      description:
        'Number of respondents to evaluate: all who ever answered a version of this questionnaire, or those of them whose cases are open',
      example: 812,
    }),
    openCases: z
      .object({
        version: z.int().meta({ description: 'Published version whose rules would be applied', example: 3 }),
        telephone: z.int().meta({ description: 'Number of respondents who were told to come and would no longer be green', example: 2 }),
        changed: z.int().meta({ description: 'Number of cases that have got new flags so far', example: 0 }),
      })
      .optional()
      .meta({ description: 'Figures on open cases; omitted for a trial on past answers' }),
    respondents: z
      .array(
        z.object({
          from: flag.meta({ description: 'Flag on arrival; for open cases, the current flag', example: 'green' }),
          to: flag.meta({ description: 'Flag under the new rules', example: 'red' }),
          count: z.int().meta({
            description:
              'Number of respondents; if both flags are the same, only the number of red answers would differ or, for open cases, a reason',
            example: 14,
          }),
        }),
      )
      .meta({ description: 'Respondents for whom something would change' }),
    questions: z
      .array(
        z.object({
          identifier: z.string().meta({ description: 'Identifier of the question', example: 'daysAway' }),
          turnedRed: z.int().meta({ description: 'Number of answers that would have been red', example: 14 }),
          turnedGreen: z.int().meta({ description: 'Number of answers that would not have been red', example: 0 }),
        }),
      )
      .meta({ description: 'Questions whose answers would change' }),
  })
  .meta({ id: 'RuleTrial', description: 'Effect of new rules on past answers or open cases' })
export type RuleTrial = z.output<typeof ruleTrial>

export const trialListRequest = z.strictObject({
  id,
  from: flag.optional().meta({ description: 'Only respondents with this flag on arrival', example: 'green' }),
  to: flag.optional().meta({ description: 'Only respondents who would have this flag under the new rules', example: 'red' }),
  turnedRed: identifier
    .optional()
    .meta({ description: 'Only respondents whose answer to this question would turn red', example: 'daysAway' }),
  turnedGreen: identifier
    .optional()
    .meta({ description: 'Only respondents whose answer to this question would not be red', example: 'daysAway' }),
  telephone: z.literal(true).optional().meta({ description: 'Only respondents who were told to come and would no longer be green' }),
  pagination,
})
export type TrialListRequest = z.output<typeof trialListRequest>

export const trialItem = z
  .object({
    anonymousId,
    from: flag.meta({ description: 'Flag on arrival', example: 'green' }),
    to: flag.meta({ description: 'Flag under the new rules', example: 'red' }),
    turnedRed: identifiers.meta({ description: 'Identifiers of questions whose answers would have been red', example: ['daysAway'] }),
    turnedGreen: identifiers.meta({ description: 'Identifiers of questions whose answers would not have been red', example: [] }),
    telephone: z
      .literal(true)
      .optional()
      .meta({ description: 'The respondent was told to come and would no longer be green, so somebody has to telephone them' }),
  })
  .meta({ id: 'RuleTrialItem', description: 'Effect of new rules on one respondent' })
export const trialList = pageOf(trialItem)
export type TrialList = z.output<typeof trialList>
