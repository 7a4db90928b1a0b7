/** A place in the queue: tasks with the same `from` wait for each other, and known devices go before all others. */
export interface Turn {
  readonly from: string
  readonly isKnown?: boolean
}

/** Thrown when no more tasks can wait. */
export class QueueFull extends Error {}

interface Waiting {
  begin(): void
  refuse(): void
}

/**
 * Runs at most `maxRunning` tasks at a time and lets `maxWaiting` wait, serving each `from` in turn, so that a sender of many tasks waits
 * only for their own. When all places are taken, the last task of the sender with the most waiting tasks gives way to a sender with fewer.
 */
export class FairQueue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  // In both maps, the next to be served is first.
  readonly #known = new Map<string, Waiting[]>()
  readonly #strangers = new Map<string, Waiting[]>()
  #running = 0
  #waiting = 0

  constructor({ maxRunning, maxWaiting }: { readonly maxRunning: number; readonly maxWaiting: number }) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
  }

  /** Runs a task when its turn comes. Throws `QueueFull` if there is no place to wait, or the place was given to another sender. */
  async run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#maxRunning) await this.#wait(turn)
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
    if (this.#waiting >= this.#maxWaiting && !this.#makeRoom(isKnown ? 0 : (lines.get(from)?.length ?? 0) + 1)) throw new QueueFull()
    return new Promise<void>((resolve, reject) => {
      const line = lines.get(from) ?? []
      line.push({ begin: resolve, refuse: () => reject(new QueueFull()) })
      lines.set(from, line)
      this.#waiting += 1
    })
  }

  /** Refuses the last task of the longest line of strangers, if that line is longer than `length`; returns whether it did. */
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
