/** The letters of an anonymousId: without those that look alike. */
const whole = /^[2-9A-HJKMNP-TV-Z]{13}$/

/**
 * The anonymousId that is written where nothing else is meant: in full, in any case, with or without dashes or spaces, also at the end of an
 * address; undefined when it is none.
 */
export function writtenId(text: string): string | undefined {
  const letters = lastOf(text).toUpperCase().replaceAll(/[\s-]/g, '')
  return whole.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}` : undefined
}

/** The same where a name may be meant too, as from a scanner into a search: thirteen letters without a dash or a digit are one. */
export function scannedId(text: string): string | undefined {
  return /[-\d]/.test(lastOf(text)) ? writtenId(text) : undefined
}

function lastOf(text: string): string {
  return text.trim().split(/[/=]/).at(-1) ?? ''
}
