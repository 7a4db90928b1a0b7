/** The classes of senders, in the order in which they are served. */
const standings = ['trusted', 'proven', 'stranger'] as const

/**
 * Somebody whom the portal already knows in some way (a known device, a usable link, a session), a stranger with a solved proof of work,
 * or any other stranger.
 */
export type Standing = (typeof standings)[number]

/** A place in the queue: tasks with the same `from` wait for each other. Without a `standing`, the sender is a stranger. */
export interface Turn {
  readonly from: string
  readonly standing?: Standing
}

/** Thrown when no more tasks can wait. */
export class QueueFull extends Error {}

interface Waiting {
  begin(): void
  refuse(): void
}

// One turn in so many goes to one of the lower standings that wait, so that nobody waits for ever.
const turnsPerLower = 4

// The next to be served is first.
type Lines = Map<string, Waiting[]>

/**
 * Runs at most `maxRunning` tasks at a time and lets `maxWaiting` wait, each `from` in turn, so that a sender of many tasks waits only for
 * their own. The better standing goes first, but every fourth turn goes to the lower ones, in rotation. When all places are taken, the last
 * task of the longest line of the worst standing gives way to a better standing, or to a shorter line of the same one.
 */
export class FairQueue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #lines: Readonly<Record<Standing, Lines>> = { trusted: new Map(), proven: new Map(), stranger: new Map() }
  #running = 0
  #waiting = 0
  #turns = 0

  constructor({ maxRunning, maxWaiting }: { readonly maxRunning: number; readonly maxWaiting: number }) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
  }

  /** Whether nothing runs, and so nothing waits. */
  get isIdle(): boolean {
    return this.#running === 0
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

  #wait({ from, standing = 'stranger' }: Turn): Promise<void> {
    const lines = this.#lines[standing]
    const ownLength = lines.get(from)?.length ?? 0
    if (this.#waiting >= this.#maxWaiting && !this.#makeRoom(standing, ownLength + 1)) throw new QueueFull()
    return new Promise<void>((resolve, reject) => {
      const line = lines.get(from) ?? []
      line.push({ begin: resolve, refuse: () => reject(new QueueFull()) })
      lines.set(from, line)
      this.#waiting += 1
    })
  }

  /** Refuses a waiting task that must give way to a line of this standing and length; returns whether there was one. */
  #makeRoom(standing: Standing, length: number): boolean {
    for (const worst of standings.toReversed()) {
      const lines = this.#lines[worst]
      const longest = longestOf(lines, worst === standing ? length : 0)
      if (longest) {
        const [from, line] = longest
        line.pop()?.refuse()
        if (line.length === 0) lines.delete(from)
        this.#waiting -= 1
        return true
      }
      if (worst === standing) break
    }
    return false
  }

  #next(): Waiting | undefined {
    this.#turns += 1
    const [highest, ...lower] = standings.map((standing) => this.#lines[standing]).filter(({ size }) => size > 0)
    const isForLower = this.#turns % turnsPerLower === 0 && lower.length > 0
    const lines = isForLower ? lower[(this.#turns / turnsPerLower) % lower.length] : highest
    const [first] = lines ?? []
    if (!lines || !first) return undefined
    const [from, line] = first
    const next = line.shift()
    lines.delete(from)
    if (line.length > 0) lines.set(from, line)
    this.#waiting -= 1
    return next
  }
}

function longestOf(lines: Lines, moreThan: number): [from: string, line: Waiting[]] | undefined {
  return [...lines].reduce<[string, Waiting[]] | undefined>(
    (most, line) => (line[1].length > (most?.[1].length ?? moreThan) ? line : most),
    undefined,
  )
}
