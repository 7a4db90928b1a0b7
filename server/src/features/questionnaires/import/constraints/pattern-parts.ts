/** A regular expression taken apart. `atom` matches one character; `repeat` has no upper end when `most` is undefined. */
export type PatternPart =
  | { readonly kind: 'atom'; readonly source: string }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternPart[] }
  | { readonly kind: 'repeat'; readonly part: PatternPart; readonly least: number; readonly most: number | undefined }

const escape = /\\(?:[dDwWsS]|[tnrfv]|[pP]\{[A-Za-z_=0-9]+\}|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[\^$\\.*+?()[\]{}|/-])/uy
const characterClass = /\[\^?(?:[^\\\]]|\\[^bBk0-9])*\]/uy
const quantifier = /(?:([*+?])|\{(\d{1,4})(?:(,)(\d{1,4})?)?\})\??/uy
const group = /\((?:\?:)?(?!\?)/uy
const plain = /[^\\[\](){}*+?|^$]/uy

/**
 * The parts of a pattern; undefined when it holds anything but characters, classes, groups, alternatives and quantifiers,
 * such as a back-reference, a look-around or an anchor in its middle.
 */
export function partsOf(pattern: string): PatternPart | undefined {
  const source = pattern.replace(/^\^/, '').replace(/(?<!\\)((?:\\\\)*)\$$/, '$1')
  const reading = { source, at: 0 }
  const part = choiceAt(reading)
  return reading.at === source.length ? part : undefined
}

interface Reading {
  readonly source: string
  at: number
}

function choiceAt(reading: Reading): PatternPart | undefined {
  const parts: PatternPart[] = []
  do {
    const part = sequenceAt(reading)
    if (part === undefined) return undefined
    parts.push(part)
  } while (take(reading, /\|/uy))
  return { kind: 'choice', parts }
}

function sequenceAt(reading: Reading): PatternPart | undefined {
  const parts: PatternPart[] = []
  while (reading.at < reading.source.length && !'|)'.includes(reading.source.charAt(reading.at))) {
    const part = groupAt(reading) ?? atomAt(reading)
    if (part === undefined) return undefined
    parts.push(quantified(reading, part))
  }
  return { kind: 'sequence', parts }
}

function groupAt(reading: Reading): PatternPart | undefined {
  if (!take(reading, group)) return undefined
  const part = choiceAt(reading)
  return part && take(reading, /\)/uy) ? part : undefined
}

function atomAt(reading: Reading): PatternPart | undefined {
  const found = take(reading, escape) ?? take(reading, characterClass) ?? take(reading, plain)
  return found ? { kind: 'atom', source: found[0] } : undefined
}

function quantified(reading: Reading, part: PatternPart): PatternPart {
  const found = take(reading, quantifier)
  if (!found) return part
  const [, sign, least, comma, most] = found
  if (sign !== undefined) return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : undefined }
  const end = most ?? (comma === undefined ? least : undefined)
  return { kind: 'repeat', part, least: Number(least), most: end === undefined ? undefined : Number(end) }
}

function take(reading: Reading, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = reading.at
  const found = expression.exec(reading.source)
  if (found) reading.at = expression.lastIndex
  return found ?? undefined
}
