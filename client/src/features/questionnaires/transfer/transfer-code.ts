import { removeFragment } from '../../../paths.ts'

/** The alphabet of personal numbers, without look-alikes. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10
const hashKey = '#code='

/** Returns a new code: 10 letters from an alphabet of 30, 49 random bits. */
export function newCode(): string {
  let code = ''
  while (code.length < length) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    // 240 is 8 × 30: higher values would bias the result towards the first letters.
    if (byte < 240) code += letters[byte % letters.length]
  }
  return code
}

/** Formats a code as two groups of five. */
export function shownCode(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}

/** Normalizes a typed code; returns undefined if it is invalid. */
export function codeTyped(text: string): string | undefined {
  const code = text.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '')
  return code.length === length && Array.from(code).every((letter) => letters.includes(letter)) ? code : undefined
}

/** Returns a URL that opens the questionnaire with the code in the fragment, which browsers do not send to the server. */
export function addressWith(code: string): string {
  return `${location.origin}${location.pathname}${hashKey}${code}`
}

/** Returns the code in the URL and removes it immediately. */
export function takeCodeFromAddress(): string | undefined {
  if (!location.hash.startsWith(hashKey)) return undefined
  const code = codeTyped(location.hash.slice(hashKey.length))
  removeFragment()
  return code
}
