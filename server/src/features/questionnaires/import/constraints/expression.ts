/** What a condition or a constraint says, as XLSForm writes it. */
export type Expression =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'selected'; readonly from: Operand; readonly value: string }
  | { readonly kind: 'compare'; readonly op: ComparisonOp; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'regex'; readonly of: Operand; readonly pattern: string }

export type ComparisonOp = '=' | '!=' | '<' | '<=' | '>' | '>='

/** One side of a comparison. `own` is the point: the answer to the question itself. */
export type Operand =
  | { readonly kind: 'answer'; readonly identifier: string }
  | { readonly kind: 'own' | 'length' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'today'; readonly plus: number }

interface Token {
  readonly kind: 'answer' | 'text' | 'number' | 'word' | 'sign'
  readonly text: string
  readonly at: number
}

/** Where an expression stops being understood. */
export class NotUnderstood extends Error {
  readonly from: string

  constructor(from: string) {
    super('The expression is not understood')
    this.name = 'NotUnderstood'
    this.from = from
  }
}

const deepest = 40
const token = /\s*(?:\$\{\s*([^{}]+?)\s*\}|'([^']*)'|"([^"]*)"|(\d{1,15}(?:\.\d{1,10})?)(?![\w.])|([a-z][a-z-]*)|(!=|<=|>=|[=<>(),.+-]))/iy

/**
 * Reads comparisons, `selected()`, `regex()`, `string-length(.)`, `and`, `or`, `not()`, brackets, texts, numbers, `date('…')`, and days counted
 * from `today()`. Throws `NotUnderstood` for anything else.
 */
export function expressionOf(text: string): Expression {
  const reading = new ExpressionReading(text, tokensOf(text))
  return reading.whole()
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  token.lastIndex = 0
  while (text.slice(token.lastIndex).trim() !== '') {
    const at = token.lastIndex
    const found = token.exec(text)
    if (!found) throw new NotUnderstood(text.slice(at).trim())
    const [, answer, single, double, number, word, sign] = found
    const content = answer ?? single ?? double ?? number ?? word ?? sign ?? ''
    tokens.push({ kind: kindOf({ answer, text: single ?? double, number, word }), text: content, at })
  }
  return tokens
}

function kindOf(groups: Record<'answer' | 'text' | 'number' | 'word', string | undefined>): Token['kind'] {
  return (['answer', 'text', 'number', 'word'] as const).find((kind) => groups[kind] !== undefined) ?? 'sign'
}

class ExpressionReading {
  readonly #text: string
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text
    this.#tokens = tokens
  }

  whole(): Expression {
    const expression = this.#or()
    if (this.#at < this.#tokens.length) this.#fail()
    return expression
  }

  #or(): Expression {
    const parts = [this.#and()]
    while (this.#take('word', 'or')) parts.push(this.#and())
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'or', parts }
  }

  #and(): Expression {
    const parts = [this.#single()]
    while (this.#take('word', 'and')) parts.push(this.#single())
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'and', parts }
  }

  #single(): Expression {
    this.#depth += 1
    if (this.#depth > deepest) this.#fail()
    const expression = this.#bracketed() ?? this.#call() ?? this.#comparison()
    this.#depth -= 1
    return expression
  }

  #bracketed(): Expression | undefined {
    if (!this.#take('sign', '(')) return undefined
    const inner = this.#or()
    this.#need('sign', ')')
    return inner
  }

  #call(): Expression | undefined {
    if (this.#takeCall('not')) {
      const of = this.#or()
      this.#need('sign', ')')
      return { kind: 'not', of }
    }
    const name = (['selected', 'regex'] as const).find((known) => this.#takeCall(known))
    if (name === undefined) return undefined
    const of = this.#operand()
    this.#need('sign', ',')
    const value = this.#need('text').text
    this.#need('sign', ')')
    return name === 'selected' ? { kind: name, from: of, value } : { kind: name, of, pattern: value }
  }

  #comparison(): Expression {
    const left = this.#operand()
    const sign = this.#need('sign').text
    if (!isComparison(sign)) return this.#fail(1)
    return { kind: 'compare', op: sign, left, right: this.#operand() }
  }

  #operand(): Operand {
    const found = this.#next()
    switch (found?.kind) {
      case 'answer':
        return { kind: 'answer', identifier: found.text }
      case 'text':
        return { kind: 'text', text: found.text }
      case 'number':
        return { kind: 'number', number: Number(found.text) }
      case 'sign':
        if (found.text === '.') return { kind: 'own' }
        if (found.text === '-') return { kind: 'number', number: -Number(this.#need('number').text) }
        return this.#fail(1)
      case 'word':
        this.#at -= 1
        return this.#function()
      case undefined:
        return this.#fail()
    }
  }

  #function(): Operand {
    if (this.#takeCall('today')) {
      this.#need('sign', ')')
      return { kind: 'today', plus: this.#days() }
    }
    if (this.#takeCall('date')) {
      const inner = this.#operand()
      this.#need('sign', ')')
      if (inner.kind === 'answer' || inner.kind === 'own' || inner.kind === 'today') return inner
      return inner.kind === 'text' && isDay(inner.text) ? { kind: 'day', day: inner.text } : this.#fail(4)
    }
    if (!this.#takeCall('string-length')) return this.#fail()
    this.#need('sign', '.')
    this.#need('sign', ')')
    return { kind: 'length' }
  }

  #days(): number {
    let days = 0
    for (;;) {
      const sign = this.#take('sign', '+') ? 1 : this.#take('sign', '-') && -1
      if (!sign) return days
      const count = Number(this.#need('number').text)
      if (!Number.isInteger(count) || count > 100_000) this.#fail(1)
      days += sign * count
    }
  }

  #next(): Token | undefined {
    const found = this.#tokens[this.#at]
    if (found) this.#at += 1
    return found
  }

  #take(kind: Token['kind'], text: string): boolean {
    const found = this.#tokens[this.#at]
    if (found?.kind !== kind || found.text.toLowerCase() !== text) return false
    this.#at += 1
    return true
  }

  #takeCall(name: string): boolean {
    const bracket = this.#tokens[this.#at + 1]
    if (bracket?.kind !== 'sign' || bracket.text !== '(' || !this.#take('word', name)) return false
    this.#at += 1
    return true
  }

  #need(kind: Token['kind'], text?: string): Token {
    const found = this.#tokens[this.#at]
    if (found?.kind !== kind || (text !== undefined && found.text !== text)) return this.#fail()
    this.#at += 1
    return found
  }

  #fail(back = 0): never {
    const from = this.#tokens[this.#at - back]
    throw new NotUnderstood(from ? this.#text.slice(from.at).trim() : '')
  }
}

function isComparison(sign: string): sign is ComparisonOp {
  return ['=', '!=', '<', '<=', '>', '>='].includes(sign)
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** A number as expressions write it, never with an exponent. */
export function decimalText(number: number): string {
  return Number.isInteger(number) ? String(number) : number.toFixed(10).replace(/0+$/, '')
}
