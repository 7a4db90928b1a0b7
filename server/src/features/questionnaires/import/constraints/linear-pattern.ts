import { type PatternPart, partsOf } from './pattern-parts.ts'

/** A pattern as an automaton: what each position takes, and how many ways lead from one position to the next. */
interface Automaton {
  readonly atoms: string[]
  readonly follow: Map<number, number>[]
}

/** Where a part can begin and end, and whether it can match nothing. */
interface Ends {
  readonly first: readonly number[]
  readonly last: readonly number[]
  readonly nullable: boolean
}

type Ways = ReadonlyMap<number, number>

const mostPositions = 1_000
const mostWays = 16
const mostStates = 3_000
const probes = `${String.fromCodePoint(...Array.from({ length: 128 }, (_, code) => code))}\u0085\u00a0é\u0130\u0660\u2028漢\u{1f600}`

/**
 * Whether a pattern reads every text in a time that grows no faster than its length. The ways in which a backtracking engine
 * can read the beginning of a text are counted for all texts at once; more than 16 is too many. Patterns with look-around,
 * back-references or anchors inside are refused without counting, and so are those that no engine takes (Q16).
 */
export function isLinear(pattern: string): boolean {
  if (!compiles(pattern)) return false
  const part = partsOf(pattern)
  if (part === undefined) return false
  const automaton: Automaton = { atoms: [], follow: [] }
  const ends = endsOf(part, automaton)
  return ends !== undefined && staysNarrow(automaton, ends)
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').source !== '' && new RegExp(`^(?:${pattern})$`).source !== ''
  } catch {
    return false
  }
}

function endsOf(part: PatternPart, automaton: Automaton): Ends | undefined {
  switch (part.kind) {
    case 'atom': {
      const position = automaton.atoms.push(part.source) - 1
      automaton.follow.push(new Map())
      return position < mostPositions ? { first: [position], last: [position], nullable: false } : undefined
    }
    case 'sequence': {
      let whole: Ends | undefined = { first: [], last: [], nullable: true }
      for (const next of part.parts) whole = whole && joined(whole, endsOf(next, automaton), automaton)
      return whole
    }
    case 'choice': {
      const ends = part.parts.map((next) => endsOf(next, automaton))
      if (!ends.every((end) => end !== undefined)) return undefined
      const nullable = ends.filter((end) => end.nullable).length
      if (nullable > 1) return undefined
      return { first: ends.flatMap((end) => end.first), last: ends.flatMap((end) => end.last), nullable: nullable === 1 }
    }
    case 'repeat':
      return endsOfRepeat(part, automaton)
  }
}

/** Copies of the part, one inside the other, so that each number of turns is one way. */
function endsOfRepeat({ part, least, most }: Extract<PatternPart, { kind: 'repeat' }>, automaton: Automaton): Ends | undefined {
  if (most === 0) return { first: [], last: [], nullable: true }
  const loops = most === undefined
  const turns = most ?? Math.max(least, 1)
  let whole: Ends | undefined
  for (let turn = turns; turn >= 1; turn -= 1) {
    const body = endsOf(part, automaton)
    if (body === undefined || (body.nullable && turns + (loops ? 1 : 0) > 1)) return undefined
    if (loops && turn === turns) connect(body.last, body.first, automaton)
    const rest: Ends | undefined = whole && turn >= least ? { ...whole, nullable: true } : whole
    const next = rest ? joined(body, rest, automaton) : body
    if (next === undefined) return undefined
    whole = next
  }
  return whole && least === 0 ? { ...whole, nullable: true } : whole
}

function joined(one: Ends, other: Ends | undefined, automaton: Automaton): Ends | undefined {
  if (other === undefined) return undefined
  connect(one.last, other.first, automaton)
  return {
    first: one.nullable ? [...one.first, ...other.first] : one.first,
    last: other.nullable ? [...one.last, ...other.last] : other.last,
    nullable: one.nullable && other.nullable,
  }
}

function connect(from: readonly number[], to: readonly number[], { follow }: Automaton): void {
  for (const position of from) {
    const ways = follow[position]
    for (const next of to) ways?.set(next, (ways.get(next) ?? 0) + 1)
  }
}

/** Follows all texts at once and says whether none can be read in more than a few ways. */
function staysNarrow({ atoms, follow }: Automaton, { first }: Ends): boolean {
  const letters = kindsOfLetters(atoms)
  const start: Ways = new Map(first.map((position) => [position, 1]))
  const seen = new Set([keyOf(start)])
  const open = [start]
  for (let reachable = open.pop(); reachable; reachable = open.pop()) {
    for (const accepted of letters) {
      const next = new Map<number, number>()
      let ways = 0
      for (const [position, count] of reachable) {
        if (!accepted.has(position)) continue
        ways += count
        for (const [following, more] of follow[position] ?? []) next.set(following, (next.get(following) ?? 0) + count * more)
      }
      if (ways > mostWays) return false
      const key = keyOf(next)
      if (next.size === 0 || seen.has(key)) continue
      seen.add(key)
      if (seen.size > mostStates) return false
      open.push(next)
    }
  }
  return true
}

function keyOf(ways: Ways): string {
  return [...ways].toSorted(([one], [other]) => one - other).join(';')
}

/** For each kind of character that the atoms tell apart: the positions that take it. */
function kindsOfLetters(atoms: readonly string[]): Set<number>[] {
  const distinct = [...new Set(atoms)]
  const near = [...distinct.join('')].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0
    return [code - 1, code, code + 1].filter((point) => point >= 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff))
  })
  const tests = distinct.map((atom) => new RegExp(`^(?:${atom})$`, 'u'))
  const kinds = new Map<string, Set<number>>()
  for (const letter of new Set([...probes, ...near.map((point) => String.fromCodePoint(point))])) {
    const takes = tests.map((test) => test.test(letter))
    const key = takes.map(Number).join('')
    if (!kinds.has(key))
      kinds.set(key, new Set(Array.from(atoms.keys()).filter((position) => takes[distinct.indexOf(atoms[position] ?? '')])))
  }
  return [...kinds.values()]
}
