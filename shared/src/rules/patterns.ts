import { limits } from '../words/limits.ts'

/**
 * The used part of re2js, a regular expression engine that never backtracks. It is injected, because the client loads it only when needed.
 */
export interface PatternEngine {
  readonly RE2JS: { compile(source: string): { programSize(): number } }
  readonly RE2Set: PatternSetConstructor
}

interface PatternSetConstructor {
  readonly ANCHOR_BOTH: number
  new (anchor: number, flags: number, memoryBytes: number): { add(source: string): number; match(text: string): readonly number[] }
}

/** Returns whether the whole answer matches a pattern. */
export type FitsPattern = (pattern: string, answer: string) => boolean

/**
 * The patterns of questionnaires (shared/spec/questionnaire-files.md#question-file-errors, Q16), each matched in time linear in the length
 * of the answer.
 */
export interface Patterns {
  /** Returns the number of instructions that the pattern compiles to; undefined if the engine does not accept it. */
  readonly sizeOf: (pattern: string) => number | undefined
  /** Returns whether the whole answer matches. Nothing matches a pattern that is rejected or larger than `limits.patternSizeMax`. */
  readonly fits: FitsPattern
}

/** How much memory the engine may use to cache states of one pattern. */
const memoryBytes = 64 * 1024
const compiledMax = 200

type Fits = (answer: string) => boolean

/**
 * Compiles patterns written like JavaScript's with the flag `u` for an engine in which none can be slow. The device's own regular
 * expressions are not used, because they differ between versions.
 */
export function linearPatterns({ RE2JS, RE2Set }: PatternEngine): Patterns {
  const sizeOf = (pattern: string) => {
    try {
      return RE2JS.compile(engineSource(pattern)).programSize()
    } catch {
      return undefined
    }
  }
  const compile = (pattern: string): Fits => {
    if ((sizeOf(pattern) ?? Infinity) > limits.patternSizeMax) return () => false
    const set = new RE2Set(RE2Set.ANCHOR_BOTH, 0, memoryBytes)
    set.add(engineSource(pattern))
    return (answer) => answer.length <= limits.inputAnswerMax && set.match(answer).length > 0
  }
  const compiled = new Map<string, Fits>()
  const fits: FitsPattern = (pattern, answer) => {
    const known = compiled.get(pattern) ?? compile(pattern)
    // Moves the pattern to the end, so that the least recently used one is first.
    compiled.delete(pattern)
    compiled.set(pattern, known)
    for (const oldest of compiled.keys()) if (compiled.size > compiledMax) compiled.delete(oldest)
    return known(answer)
  }
  return { sizeOf, fits }
}

const space = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const notSpace =
  '\\x00-\\x08\\x0e-\\x1f!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}' +
  '\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'
const token = /\\u\{[^}]*\}|(?:\\u[0-9a-f]{4})+|\\[pP]\{[^}]*\}|\\c[a-z]|\\.|\[\^?\]?|[\].]/gisu

/** Translates a pattern to the engine's syntax, which differs from JavaScript's for white space, line ends, scripts and code points. */
function engineSource(pattern: string): string {
  let inClass = false
  return pattern.replace(token, (text) => {
    if (text.startsWith('[') && inClass) {
      inClass = !text.endsWith(']')
      return `\\${text}`
    }
    if (text === '[]') return '[^\\x00-\\x{10ffff}]'
    if (text === '[^]') return '[\\x00-\\x{10ffff}]'
    if (text.startsWith('[')) inClass = true
    if (text === ']') inClass = false
    if (text === '.' && !inClass) return '[^\\n\\r\\x{2028}\\x{2029}]'
    return text.startsWith('\\') ? engineEscape(text, inClass) : text
  })
}

function engineEscape(text: string, inClass: boolean): string {
  if (text === '\\s') return inClass ? space : `[${space}]`
  if (text === '\\S') return inClass ? notSpace : `[${notSpace}]`
  if (text === '\\b' && inClass) return '\\x08'
  if (text.startsWith('\\c')) return codePoint(text.charCodeAt(2) % 32)
  if (text.startsWith('\\u{')) return codePoint(Number.parseInt(text.slice(3), 16))
  if (text.startsWith('\\u')) return Array.from(unescaped(text), (character) => codePoint(character.codePointAt(0) ?? 0)).join('')
  return text.replace(/\{(?:Script|sc|General_Category|gc)=/, '{')
}

function unescaped(units: string): string {
  return units.replaceAll(/\\u(.{4})/gs, (_unit, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}

function codePoint(code: number): string {
  return `\\x{${code.toString(16)}}`
}
