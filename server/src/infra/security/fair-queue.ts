/** Whose turn it is: those of one `from` wait behind one another, and those of known devices go before all others. */
export interface Turn {
  readonly from: string
  readonly isKnown?: boolean
}

/** So many are waiting that no one else can. */
export class QueueFull extends Error {}

interface Waiting {
  begin(): void
  refuse(): void
}

/**
 * Runs at most `atOnce` works at a time and lets `mayWait` wait, one of each `from` in turn: anyone who brings many waits for their own. When
 * all places are taken, the last of the sender who holds most of them gives way to someone who holds fewer.
 */
export class FairQueue {
  readonly #atOnce: number
  readonly #mayWait: number
  // In both, the next to be served stands first.
  readonly #known = new Map<string, Waiting[]>()
  readonly #strangers = new Map<string, Waiting[]>()
  #running = 0
  #waiting = 0

  constructor({ atOnce, mayWait }: { readonly atOnce: number; readonly mayWait: number }) {
    this.#atOnce = atOnce
    this.#mayWait = mayWait
  }

  /** Does the work when its turn comes. Throws `QueueFull` when there is no place to wait, or the place was given away. */
  async run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#atOnce) await this.#wait(turn)
    else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#next()
      if (next) next.begin()
      else this.#running -= 1
    }
  }

  #wait({ from, isKnown = false }: Turn): Promise<void> {
    const lines = isKnown ? this.#known : this.#strangers
    if (this.#waiting >= this.#mayWait && !this.#makeRoom(isKnown ? 0 : (lines.get(from)?.length ?? 0) + 1)) throw new QueueFull()
    return new Promise<void>((resolve, reject) => {
      const line = lines.get(from) ?? []
      line.push({ begin: resolve, refuse: () => reject(new QueueFull()) })
      lines.set(from, line)
      this.#waiting += 1
    })
  }

  /** Refuses the last of the longest line of outsiders, if it is longer than this; says whether it did. */
  #makeRoom(length: number): boolean {
    const longest = [...this.#strangers].reduce<[string, Waiting[]] | undefined>(
      (most, line) => (line[1].length > (most?.[1].length ?? length) ? line : most),
      undefined,
    )
    if (!longest) return false
    const [from, line] = longest
    line.pop()?.refuse()
    if (line.length === 0) this.#strangers.delete(from)
    this.#waiting -= 1
    return true
  }

  #next(): Waiting | undefined {
    const lines = this.#known.size > 0 ? this.#known : this.#strangers
    const [first] = lines
    if (!first) return undefined
    const [from, line] = first
    const next = line.shift()
    lines.delete(from)
    if (line.length > 0) lines.set(from, line)
    this.#waiting -= 1
    return next
  }
}
