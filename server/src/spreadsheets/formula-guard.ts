// `=`, `+`, `-`, `@` in both widths, and white space that a program may drop in front of them.
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
// What comes before such a sign where a cell begins. A program set to another language may begin one after `;` or a tab, and one that
// does not see the quotes around a text begins one in each line.
const cellStarts = /(?<=^|[;\t\r\n])'*(?=[=+\-@\uff1d\uff0b\uff0d\uff20])|^'*(?=[\t\r\n])/g
// A telephone number or a signed amount is a number to every program.
const signedNumber = /^[+-]\d+(?:\.\d+)?(?![^;\t\r\n])/

/** Whether a spreadsheet program that reads this text as typed could take it for a formula. */
export function startsFormula(text: string): boolean {
  return formulaStart.test(text)
}

/**
 * Text as a CSV cell may hold it: an apostrophe stands before whatever some spreadsheet program could take for a formula, at the beginning
 * and after each `;`, tab and line end. Numbers with a sign stay as they are, so that telephone numbers can be imported.
 */
export function withFormulaGuard(text: string): string {
  return text.replaceAll(cellStarts, (quotes, at: number) => (quotes === '' && signedNumber.test(text.slice(at)) ? '' : `'${quotes}`))
}

/** The text before `withFormulaGuard`. */
export function withoutFormulaGuard(text: string): string {
  return text.replaceAll(cellStarts, (quotes) => quotes.slice(1))
}
