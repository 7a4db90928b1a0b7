/** The maximum length of a spreadsheet cell, in UTF-16 code units. */
export const cellTextMax = 32_767

const plain = /^[^&<>\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff_]*$/
// XML cannot represent these; U+FFFE and U+FFFF are not characters.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Returns text as the XML of a cell. Characters that XML cannot represent are dropped, lone surrogates become U+FFFD, line breaks become
 * line feeds, and text too long for a cell is truncated and ends in `…`.
 */
export function cellText(text: string): string {
  return text.length <= cellTextMax && plain.test(text) ? text : escapeMarkup(truncate(removeUnprintable(text)))
}

/** Returns text without characters that no file can hold, not yet escaped. */
export function removeUnprintable(text: string): string {
  return withoutControlCharacters(text.toWellFormed().replaceAll(/\r\n?/g, '\n'))
}

/** Returns text without control characters other than tabs and line ends, which no reader shows but a terminal may obey. */
export function withoutControlCharacters(text: string): string {
  return text.replaceAll(unprintable, '')
}

/** Decodes the `_x000D_` escapes by which workbooks store characters that XML cannot represent. */
export function decodeCharacters(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

/** Escapes the underscore of text like `_x0041_`, which readers would otherwise decode as a character. */
export function encodeUnderscores(text: string): string {
  return text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}

function truncate(text: string): string {
  return text.length <= cellTextMax
    ? text
    : `${text
        .slice(0, cellTextMax - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
}

function escapeMarkup(text: string): string {
  return encodeUnderscores(text.replaceAll(/[&<>]/g, (mark) => entities[mark] ?? mark))
}
