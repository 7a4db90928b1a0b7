/** What may be kept of an error outside the process's memory. */
export interface ErrorFacts {
  readonly type: string
  readonly message?: string
  /** A system's or PostgreSQL's code. */
  readonly code?: string
  /** Of a database error: where in the database, never which values. */
  readonly table?: string
  readonly column?: string
  readonly constraint?: string
  /** Where it was thrown; without the message. */
  readonly stack?: string
  readonly cause?: ErrorFacts
}

const mostCauses = 4
const longestMessage = 500
const loggedNames = ['table', 'column', 'constraint'] as const

/**
 * The facts of an error for logs and job tables. PostgreSQL, and parsers, quote what people wrote in their messages and details; those
 * stay behind, so that no one's data leaves by way of a mistake (shared/spec/contract.md#sealed-data).
 */
export function factsOf(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error }
  const facts: { -readonly [Key in keyof ErrorFacts]: ErrorFacts[Key] } = { type: error.name }
  if (!mayQuote(error)) facts.message = error.message.slice(0, longestMessage)
  const code = textAt(error, 'code')
  if (code) facts.code = code
  for (const property of loggedNames) {
    const name = textAt(error, property)
    if (name) facts[property] = name
  }
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '))
  if (frames?.length) facts.stack = frames.join('\n')
  if (error.cause !== undefined && depth < mostCauses) facts.cause = factsOf(error.cause, depth + 1)
  return facts
}

// PostgreSQL's errors carry a severity, the mapper's a query; a parser's error repeats the text it stumbled over.
function mayQuote(error: Error): boolean {
  return (
    error instanceof SyntaxError ||
    'severity' in error ||
    'sqlMessage' in error ||
    /(Driver|Constraint|Syntax|Validation)\w*Exception$/.test(error.name)
  )
}

function textAt(error: Error, key: string): string | undefined {
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' && value.length <= 200 ? value : undefined
}
