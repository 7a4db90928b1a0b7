import { withoutControlCharacters } from './cell-text.ts'
import { withFormulaGuard } from './formula-guard.ts'

/** Written at the start of a CSV file so that spreadsheet programs read it as UTF-8. */
export const byteOrderMark = '\ufeff'

// In addition to what the format requires: signs and separators that have another meaning in some locales of spreadsheet programs.
const mustBeQuoted = /[",;\t\r\n]|^[=+\-@\uff1d\uff0b\uff0d\uff20]/

/**
 * Formats one line of a CSV file. Values that a spreadsheet program could take for a formula are prefixed with an apostrophe; signed
 * numbers are quoted.
 */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

function csvField(value: string): string {
  const clean = withFormulaGuard(withoutControlCharacters(value.toWellFormed()))
  return mustBeQuoted.test(clean) ? `"${clean.replaceAll('"', '""')}"` : clean
}
