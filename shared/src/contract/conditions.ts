import { z } from 'zod'

const comparedWith = z
  .union([
    z.string().meta({ description: 'A text, the value of a choice, or a day YYYY-MM-DD', example: 'yes' }),
    z.number().meta({ description: 'A number', example: 18 }),
    z
      .object({ answerTo: z.string().meta({ description: 'The answer to another question above', example: 'arrivedOn' }) })
      .meta({ description: 'Another answer' }),
    z
      .object({ todayPlus: z.int().meta({ description: 'Days after today; negative: before', example: -365 }) })
      .meta({ description: 'A day counted from today in the workshop’s time zone' }),
  ])
  .meta({ description: 'What the answer is compared with' })

/** One comparison of an earlier answer. Conditions are lists of comparisons, never text to be evaluated. */
export const answerTest = z
  .object({
    identifier: z.string().meta({ description: 'The question above whose answer is looked at', example: 'arrestedOrCited' }),
    op: z.enum(['=', '<', '<=', '>', '>=', 'selected']).meta({
      description: 'How; `selected`: the value is one of several that are chosen. Nothing is more or less than an answer that is not there',
      example: '=',
    }),
    value: comparedWith,
    not: z.literal(true).optional().meta({ description: 'Whether the comparison must fail' }),
  })
  .meta({ id: 'AnswerTest', description: 'A comparison of an earlier answer' })
export type AnswerTest = z.output<typeof answerTest>

export const calculationFunctions = [
  ...(['+', '-', '*', 'div', 'mod', '=', '!=', '<', '<=', '>', '>=', 'and', 'or'] as const),
  ...(['not', 'if', 'coalesce', 'min', 'max', 'abs', 'int', 'round', 'number', 'date', 'age', 'concat'] as const),
  ...(['selected', 'count-selected'] as const),
] as const

/** One step of a calculation. Calculations are lists of steps, never text to be evaluated. */
export const calculationStep = z
  .union([
    z.object({ number: z.number().meta({ description: 'A number', example: 365 }) }).meta({ description: 'Adds a number at the end' }),
    z.object({ text: z.string().meta({ description: 'A text', example: 'yes' }) }).meta({ description: 'Adds a text at the end' }),
    z
      .object({ answerTo: z.string().meta({ description: 'The question above whose answer is taken', example: 'leftOn' }) })
      .meta({ description: 'Adds an answer at the end; the empty text when there is none' }),
    z
      .object({ today: z.literal(true).meta({ description: 'Always true' }) })
      .meta({ description: 'Adds today in the workshop’s time zone at the end' }),
    z
      .object({
        apply: z.enum(calculationFunctions).meta({ description: 'What is done with them', example: '-' }),
        count: z.int().meta({ description: 'How many', example: 2 }),
      })
      .meta({ description: 'Takes so many from the end and adds the result' }),
  ])
  .meta({ id: 'CalculationStep', description: 'A step of a calculation: adds a value at the end, or takes some and adds their result' })
export type CalculationStep = z.output<typeof calculationStep>
