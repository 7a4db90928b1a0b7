import { withFormulaGuard } from './formula-guard.ts'

/** What a CSV file begins with, so that spreadsheet programs read it as UTF-8. */
export const byteOrderMark = '\ufeff'

// Beside what the format asks for: signs and separators that programs set to another language read as something else.
const mustBeQuoted = /[",;\t\r\n]|^[=+\-@\uff1d\uff0b\uff0d\uff20]/

/** One line of a CSV file. What a spreadsheet program could take for a formula is led by an apostrophe; numbers with a sign are quoted. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

function csvField(value: string): string {
  const clean = withFormulaGuard(value.toWellFormed().replaceAll('\u0000', ''))
  return mustBeQuoted.test(clean) ? `"${clean.replaceAll('"', '""')}"` : clean
}
