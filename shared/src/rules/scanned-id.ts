/** The characters of an anonymousId, without ambiguous ones. */
const idPattern = /^[2-9A-HJKMNP-TV-Z]{13}$/

/**
 * Parses an anonymousId where nothing else is expected: complete, in any case, with or without dashes or spaces, also at the end of a URL;
 * undefined if it is none.
 */
export function writtenId(text: string): string | undefined {
  const letters = lastSegment(text).toUpperCase().replaceAll(/[\s-]/g, '')
  return idPattern.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}` : undefined
}

/**
 * Like `writtenId`, where a name is also possible, as when scanning into a search field: thirteen letters without a dash or a digit are a
 * name.
 */
export function scannedId(text: string): string | undefined {
  return /[-\d]/.test(lastSegment(text)) ? writtenId(text) : undefined
}

function lastSegment(text: string): string {
  const trimmed = text.trim()
  return trimmed.slice(Math.max(trimmed.lastIndexOf('/'), trimmed.lastIndexOf('=')) + 1)
}
