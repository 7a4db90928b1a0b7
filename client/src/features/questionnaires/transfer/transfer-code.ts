/** The letters of personal numbers: none looks like another. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10
const hashKey = '#code='

/** A new code: 10 of 30 letters, 49 random bits. */
export function newCode(): string {
  let code = ''
  while (code.length < length) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    // 240 is 8 × 30: what lies above would favour the first letters.
    if (byte < 240) code += letters[byte % letters.length]
  }
  return code
}

/** The code as it is shown: two groups of five. */
export function shownCode(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}

/** The code that was typed, however it was written; undefined when it cannot be one. */
export function codeTyped(text: string): string | undefined {
  const code = text.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '')
  return code.length === length && Array.from(code).every((letter) => letters.includes(letter)) ? code : undefined
}

/** An address that opens the questionnaire with the code. It stands behind the #, which no browser sends to a server. */
export function addressWith(code: string): string {
  return `${location.origin}${location.pathname}${hashKey}${code}`
}

/** The code of the address, which is taken out of it at once. */
export function takeCodeFromAddress(): string | undefined {
  if (!location.hash.startsWith(hashKey)) return undefined
  const code = codeTyped(location.hash.slice(hashKey.length))
  history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
