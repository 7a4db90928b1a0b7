/** The condition of a follow-up: its parent question and the values for which it is asked. */
export interface FollowUpCondition {
  readonly parent: string
  readonly values: readonly string[]
}

const equals = /^\$\{([^{}]+)\}\s*=\s*(?:'([^']*)'|"([^"]*)")$/
const selected = /^selected\(\s*\$\{([^{}]+)\}\s*,\s*(?:'([^']*)'|"([^"]*)")\s*\)$/

/**
 * Parses a `relevant` cell of one of the accepted forms: `${name} = 'value'` or `selected(${name}, 'value')`, several joined by `or`, all
 * about one question. Undefined for any other form (Q14).
 */
export function parseFollowUpCondition(relevant: string): FollowUpCondition | undefined {
  const terms = relevant.split(/\s+or\s+/i).map((term) => equals.exec(term.trim()) ?? selected.exec(term.trim()))
  const parent = terms[0]?.[1]?.trim()
  const values = [...new Set(terms.map((term) => term?.[2] ?? term?.[3] ?? ''))]
  // An empty text asks whether there is no answer.
  if (parent === undefined || values.includes('') || !terms.every((term) => term?.[1]?.trim() === parent)) return undefined
  return { parent, values }
}

/** Formats the condition for a question file; `parseFollowUpCondition` parses it back. */
export function formatFollowUpCondition({ parent, values }: FollowUpCondition): string {
  return values.map((value) => `\${${parent}} = '${value}'`).join(' or ')
}
