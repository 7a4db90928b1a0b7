/** The parts of an error that may be stored or logged. */
export interface ErrorFacts {
  readonly type: string
  readonly message?: string
  /** An operating system or PostgreSQL error code. */
  readonly code?: string
  /** For database errors: names of the objects involved, never values. */
  readonly table?: string
  readonly column?: string
  readonly constraint?: string
  /** The stack frames, without the message. */
  readonly stack?: string
  readonly cause?: ErrorFacts
}

const maxCauses = 4
const maxMessageLength = 500
const loggedNames = ['table', 'column', 'constraint'] as const

/**
 * Returns the facts of an error for logs and job tables. Messages and details of PostgreSQL and parser errors can quote user input, so they
 * are left out (shared/spec/contract.md#sealed-data).
 */
export function factsOf(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, ...(typeof error === 'object' && error && { code: textAt(error, 'code') }) }
  const facts: { -readonly [Key in keyof ErrorFacts]: ErrorFacts[Key] } = { type: error.name }
  if (!mayQuoteValues(error)) facts.message = error.message.slice(0, maxMessageLength)
  const code = textAt(error, 'code')
  if (code) facts.code = code
  for (const property of loggedNames) {
    const name = textAt(error, property)
    if (name) facts[property] = name
  }
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '))
  if (frames?.length) facts.stack = frames.join('\n')
  if (error.cause !== undefined && depth < maxCauses) facts.cause = factsOf(error.cause, depth + 1)
  return facts
}

// PostgreSQL errors carry a severity, MikroORM errors a query; a parser error repeats the text it failed on.
function mayQuoteValues(error: Error): boolean {
  return (
    error instanceof SyntaxError ||
    'severity' in error ||
    'sqlMessage' in error ||
    /(Driver|Constraint|Syntax|Validation)\w*Exception$/.test(error.name)
  )
}

function textAt(error: object, key: string): string | undefined {
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' && value.length <= 200 ? value : undefined
}
