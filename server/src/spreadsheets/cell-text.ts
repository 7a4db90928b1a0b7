/** The most characters a spreadsheet cell holds, counted as JavaScript counts them. */
export const cellTextMax = 32_767

const plain = /^[^&<>\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff_]*$/
// XML cannot hold these; U+FFFE and U+FFFF are no characters.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Text as the XML of a cell holds it. Characters that XML cannot hold are left out, halves of characters become U+FFFD, line ends
 * become line feeds, and what is too long for a cell is cut and ends in `…`.
 */
export function cellText(text: string): string {
  return text.length <= cellTextMax && plain.test(text) ? text : escaped(cut(printable(text)))
}

/** The text of a cell without what no file can hold, not yet escaped. */
export function printable(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(unprintable, '')
}

/** What a cell shows of its stored text: workbooks write characters that XML cannot hold as `_x000D_`. */
export function decodedCharacters(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

/** Readers take `_x0041_` for a coded character; the underscore in front is coded so that they show what was written. */
export function withCodedUnderscores(text: string): string {
  return text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}

function cut(text: string): string {
  return text.length <= cellTextMax
    ? text
    : `${text
        .slice(0, cellTextMax - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
}

function escaped(text: string): string {
  return withCodedUnderscores(text.replaceAll(/[&<>]/g, (mark) => marks[mark] ?? mark))
}
