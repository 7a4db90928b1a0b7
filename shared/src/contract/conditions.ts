import { z } from 'zod'

const comparedWith = z
  .union([
    z.string().meta({ description: 'Text, the value of a choice, or a date, YYYY-MM-DD', example: 'yes' }),
    z.number().meta({ description: 'A number', example: 18 }),
    z
      .object({ answerTo: z.string().meta({ description: 'Identifier of an earlier question', example: 'arrivedOn' }) })
      .meta({ description: 'The answer to another question' }),
    z
      .object({ todayPlus: z.int().meta({ description: 'Days after today; negative for days before today', example: -365 }) })
      .meta({ description: 'A date relative to today in the workshop’s time zone' }),
  ])
  .meta({ description: 'What the answer is compared with' })

/** One comparison of an earlier answer. Conditions are lists of comparisons, never text to be evaluated. */
export const answerTest = z
  .object({
    identifier: z.string().meta({ description: 'Identifier of the earlier question whose answer is compared', example: 'arrestedOrCited' }),
    op: z.enum(['=', '<', '<=', '>', '>=', 'selected']).meta({
      description:
        'Operator. `selected`: the value is one of the selected choices. A missing answer is neither less nor greater than any value',
      example: '=',
    }),
    value: comparedWith,
    not: z.literal(true).optional().meta({ description: 'Negates the comparison' }),
  })
  .meta({ id: 'AnswerTest', description: 'A comparison of the answer to an earlier question' })
export type AnswerTest = z.output<typeof answerTest>

export const calculationFunctions = [
  ...(['+', '-', '*', 'div', 'mod', '=', '!=', '<', '<=', '>', '>=', 'and', 'or'] as const),
  ...(['not', 'if', 'coalesce', 'min', 'max', 'abs', 'int', 'round', 'number', 'date', 'age', 'concat'] as const),
  ...(['selected', 'count-selected'] as const),
] as const

/** One step of a calculation. Calculations are lists of steps, never text to be evaluated. */
export const calculationStep = z
  .union([
    z
      .object({ number: z.number().meta({ description: 'A number', example: 365 }) })
      .meta({ description: 'Pushes a number onto the stack' }),
    z.object({ text: z.string().meta({ description: 'Text', example: 'yes' }) }).meta({ description: 'Pushes text onto the stack' }),
    z
      .object({ answerTo: z.string().meta({ description: 'Identifier of the earlier question', example: 'leftOn' }) })
      .meta({ description: 'Pushes the answer to an earlier question onto the stack; empty text if there is none' }),
    z
      .object({ today: z.literal(true).meta({ description: 'Always true' }) })
      .meta({ description: 'Pushes today’s date in the workshop’s time zone onto the stack' }),
    z
      .object({
        apply: z.enum(calculationFunctions).meta({ description: 'Function to apply', example: '-' }),
        count: z.int().meta({ description: 'Number of arguments', example: 2 }),
      })
      .meta({ description: 'Pops `count` values off the stack, applies the function to them and pushes the result' }),
  ])
  .meta({ id: 'CalculationStep', description: 'A step of a calculation on a stack: pushes a value, or pops some and pushes their result' })
export type CalculationStep = z.output<typeof calculationStep>
