const basicCharacters =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
// Each takes two septets, because it is preceded by an escape.
const extendedCharacters = '\f^{}\\[~]|€'

/** The size of a text message; networks carry and charge segments. */
export interface TextSize {
  readonly encoding: 'GSM-7' | 'UCS-2'
  /** Septets of GSM-7, or 16-bit units of UCS-2. */
  readonly characters: number
  readonly segments: number
}

/**
 * Returns the size of a text message: 160 characters of the GSM alphabet (3GPP TS 23.038) or 70 of any other script fit into a single
 * segment, 153 or 67 into each of several; no character is split.
 */
export function sizeOfText(text: string): TextSize {
  const letters = [...text]
  if (letters.every((letter) => basicCharacters.includes(letter) || extendedCharacters.includes(letter)))
    return {
      encoding: 'GSM-7',
      ...splitIntoSegments(letters, (letter) => (extendedCharacters.includes(letter) ? 2 : 1), { alone: 160, each: 153 }),
    }
  return { encoding: 'UCS-2', ...splitIntoSegments(letters, (letter) => letter.length, { alone: 70, each: 67 }) }
}

function splitIntoSegments(
  letters: readonly string[],
  widthOf: (letter: string) => number,
  { alone, each }: { alone: number; each: number },
) {
  const widths = letters.map(widthOf)
  const characters = widths.reduce((sum, width) => sum + width, 0)
  if (characters <= alone) return { characters, segments: 1 }
  let [segments, used] = [1, 0]
  for (const width of widths) {
    if (used + width > each) [segments, used] = [segments + 1, 0]
    used += width
  }
  return { characters, segments }
}

/** Replaces typographic hyphens, quotes and spaces with plain ones: a single one of them would double the size of every character. */
export function simplifyTypography(text: string): string {
  return text
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll('\u2026', '...')
}
