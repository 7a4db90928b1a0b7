import { isCalendarDay } from '@portico/shared/rules/days'
import { TokenReader } from './tokens.ts'

/** The syntax tree of an XLSForm condition or constraint. */
export type Expression =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'selected'; readonly from: Operand; readonly value: string }
  | { readonly kind: 'compare'; readonly op: ComparisonOp; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'regex'; readonly of: Operand; readonly pattern: string }

export type ComparisonOp = '=' | '!=' | '<' | '<=' | '>' | '>='

/** One side of a comparison. `own` is `.`, the answer to the question itself. */
export type Operand =
  | { readonly kind: 'answer'; readonly identifier: string }
  | { readonly kind: 'own' | 'length' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'today'; readonly plus: number }

const maxDepth = 40
/**
 * Parses comparisons, `selected()`, `regex()`, `string-length(.)`, `and`, `or`, `not()`, brackets, texts, numbers, `date('…')` and day
 * offsets from `today()`. Throws `ExpressionSyntaxError` for anything else.
 */
export function parseExpression(text: string): Expression {
  return new ExpressionParser(text).parse()
}

class ExpressionParser {
  readonly #tokens: TokenReader
  #depth = 0

  constructor(text: string) {
    this.#tokens = new TokenReader(text)
  }

  parse(): Expression {
    const expression = this.#or()
    this.#tokens.end()
    return expression
  }

  #or(): Expression {
    const parts = [this.#and()]
    while (this.#tokens.take('word', 'or')) parts.push(this.#and())
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'or', parts }
  }

  #and(): Expression {
    const parts = [this.#single()]
    while (this.#tokens.take('word', 'and')) parts.push(this.#single())
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'and', parts }
  }

  #single(): Expression {
    this.#depth += 1
    if (this.#depth > maxDepth) this.#tokens.fail()
    const expression = this.#bracketed() ?? this.#call() ?? this.#comparison()
    this.#depth -= 1
    return expression
  }

  #bracketed(): Expression | undefined {
    if (!this.#tokens.take('sign', '(')) return undefined
    const inner = this.#or()
    this.#tokens.need('sign', ')')
    return inner
  }

  #call(): Expression | undefined {
    if (this.#tokens.takeCall('not')) {
      const of = this.#or()
      this.#tokens.need('sign', ')')
      return { kind: 'not', of }
    }
    const name = (['selected', 'regex'] as const).find((known) => this.#tokens.takeCall(known))
    if (name === undefined) return undefined
    const of = this.#operand()
    this.#tokens.need('sign', ',')
    const value = this.#tokens.need('text').text
    this.#tokens.need('sign', ')')
    return name === 'selected' ? { kind: name, from: of, value } : { kind: name, of, pattern: value }
  }

  #comparison(): Expression {
    const left = this.#operand()
    const sign = this.#tokens.need('sign').text
    if (!isComparison(sign)) return this.#tokens.fail(1)
    return { kind: 'compare', op: sign, left, right: this.#operand() }
  }

  #operand(): Operand {
    const found = this.#tokens.next()
    switch (found?.kind) {
      case 'answer':
        return { kind: 'answer', identifier: found.text }
      case 'text':
        return { kind: 'text', text: found.text }
      case 'number':
        return { kind: 'number', number: Number(found.text) }
      case 'sign':
        if (found.text === '.') return { kind: 'own' }
        if (found.text === '-') return { kind: 'number', number: -Number(this.#tokens.need('number').text) }
        return this.#tokens.fail(1)
      case 'word':
        this.#tokens.back()
        return this.#function()
      case undefined:
        return this.#tokens.fail()
    }
  }

  #function(): Operand {
    if (this.#tokens.takeCall('today')) {
      this.#tokens.need('sign', ')')
      return { kind: 'today', plus: this.#days() }
    }
    if (this.#tokens.takeCall('date')) {
      const inner = this.#operand()
      this.#tokens.need('sign', ')')
      if (inner.kind === 'answer' || inner.kind === 'own' || inner.kind === 'today') return inner
      return inner.kind === 'text' && isCalendarDay(inner.text) ? { kind: 'day', day: inner.text } : this.#tokens.fail(4)
    }
    if (!this.#tokens.takeCall('string-length')) return this.#tokens.fail()
    this.#tokens.need('sign', '.')
    this.#tokens.need('sign', ')')
    return { kind: 'length' }
  }

  #days(): number {
    let days = 0
    for (;;) {
      const sign = this.#tokens.take('sign', '+') ? 1 : this.#tokens.take('sign', '-') && -1
      if (!sign) return days
      const count = Number(this.#tokens.need('number').text)
      if (!Number.isInteger(count) || count > 100_000) this.#tokens.fail(1)
      days += sign * count
    }
  }
}

function isComparison(sign: string): sign is ComparisonOp {
  return ['=', '!=', '<', '<=', '>', '>='].includes(sign)
}

/** Formats a number for an expression, never with an exponent. */
export function formatDecimal(number: number): string {
  return Number.isInteger(number) ? String(number) : number.toFixed(10).replace(/0+$/, '')
}
