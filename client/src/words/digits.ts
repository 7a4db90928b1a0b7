/** The zeros of the scripts with decimal digits of their own; the digits 1 to 9 follow each. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0x1810, 0xff10,
]

/** Converts the digits of every script to ASCII, and the related signs: ٫ and ． become a point, ＋ a plus. */
export function asciiDigits(text: string): string {
  return text
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0
      const zero = zeros.find((candidate) => code >= candidate && code < candidate + 10)
      return zero === undefined ? digit : String(code - zero)
    })
    .replace(/[٫．]/g, '.')
    .replace(/[٬，]/g, ',')
    .replaceAll('＋', '+')
    .replace(/[−－]/g, '-')
}
