// `=`, `+`, `-`, `@` in half and full width, and white space that a program may strip before them.
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
// The position before such a sign at the start of a cell. Depending on its locale, a program may start a new cell after `;` or a tab; one
// that ignores quotes starts a new cell on each line.
const cellStarts = /(?<=^|[;\t\r\n])'*(?=[=+\-@\uff1d\uff0b\uff0d\uff20])|^'*(?=[\t\r\n])/g
// Every program reads a telephone number or a signed amount as a number.
const signedNumber = /^[+-]\d+(?:\.\d+)?(?![^;\t\r\n])/

/** Whether a spreadsheet program could take this text for a formula when it parses it as typed input. */
export function startsFormula(text: string): boolean {
  return formulaStart.test(text)
}

/**
 * Guards the text of a CSV cell: an apostrophe precedes everything that some spreadsheet program could take for a formula, at the start and
 * after each `;`, tab and line end. Signed numbers are unchanged, so that telephone numbers can be imported.
 */
export function withFormulaGuard(text: string): string {
  return text.replaceAll(cellStarts, (quotes, at: number) => (quotes === '' && signedNumber.test(text.slice(at)) ? '' : `'${quotes}`))
}

/** Reverts `withFormulaGuard`. */
export function withoutFormulaGuard(text: string): string {
  return text.replaceAll(cellStarts, (quotes) => quotes.slice(1))
}
