/** The letters of an anonymousId: without those that look alike. */
const whole = /^[2-9A-HJKMNP-TV-Z]{13}$/

/**
 * The anonymousId that a scanner or a person gave in full, in any case, with or without dashes or spaces, also at the end of an
 * address; undefined when it is none, like a name or the beginning of an id.
 */
export function scannedId(text: string): string | undefined {
  const last = text.trim().split(/[/=]/).at(-1) ?? ''
  const letters = last.toUpperCase().replaceAll(/[\s-]/g, '')
  // A name of thirteen letters would fit too; ids that are written without dashes have a digit in all but a few cases.
  const meant = last.includes('-') || /\d/.test(letters)
  return meant && whole.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}` : undefined
}
