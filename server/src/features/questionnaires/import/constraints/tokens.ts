/** A token of an expression and the position where it begins. */
export interface Token {
  readonly kind: 'answer' | 'text' | 'number' | 'word' | 'sign'
  readonly text: string
  readonly at: number
}

/** Thrown where an expression cannot be parsed; `from` is the remaining text. */
export class ExpressionSyntaxError extends Error {
  readonly from: string

  constructor(from: string) {
    super('The expression is not understood')
    this.name = 'ExpressionSyntaxError'
    this.from = from
  }
}

const token = /\s*(?:\$\{\s*([^{}]+?)\s*\}|'([^']*)'|"([^"]*)"|(\d{1,15}(?:\.\d{1,10})?)(?![\w.])|([a-z][a-z-]*)|(!=|<=|>=|[=<>(),.*+-]))/iy

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  token.lastIndex = 0
  while (text.slice(token.lastIndex).trim() !== '') {
    const at = token.lastIndex
    const found = token.exec(text)
    if (!found) throw new ExpressionSyntaxError(text.slice(at).trim())
    const [, answer, single, double, number, word, sign] = found
    const content = answer ?? single ?? double ?? number ?? word ?? sign ?? ''
    tokens.push({ kind: kindOf({ answer, text: single ?? double, number, word }), text: content, at })
  }
  return tokens
}

function kindOf(groups: Record<'answer' | 'text' | 'number' | 'word', string | undefined>): Token['kind'] {
  return (['answer', 'text', 'number', 'word'] as const).find((kind) => groups[kind] !== undefined) ?? 'sign'
}

/** Reads an expression token by token. Throws `ExpressionSyntaxError` for unexpected tokens. */
export class TokenReader {
  readonly #text: string
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(text: string) {
    this.#text = text
    this.#tokens = tokenize(text)
  }

  next(): Token | undefined {
    const found = this.#tokens[this.#at]
    if (found) this.#at += 1
    return found
  }

  take(kind: Token['kind'], text: string): boolean {
    const found = this.#tokens[this.#at]
    if (found?.kind !== kind || found.text.toLowerCase() !== text) return false
    this.#at += 1
    return true
  }

  takeCall(name: string): boolean {
    const bracket = this.#tokens[this.#at + 1]
    if (bracket?.kind !== 'sign' || bracket.text !== '(' || !this.take('word', name)) return false
    this.#at += 1
    return true
  }

  need(kind: Token['kind'], text?: string): Token {
    const found = this.#tokens[this.#at]
    if (found?.kind !== kind || (text !== undefined && found.text !== text)) return this.fail()
    this.#at += 1
    return found
  }

  fail(back = 0): never {
    const from = this.#tokens[this.#at - back]
    throw new ExpressionSyntaxError(from ? this.#text.slice(from.at).trim() : '')
  }

  /** Steps back one token. */
  back(): void {
    this.#at -= 1
  }

  /** Requires that no tokens are left. */
  end(): void {
    if (this.#at < this.#tokens.length) this.fail()
  }
}
