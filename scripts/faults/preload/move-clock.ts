// Moves the clock FAULTS_CLOCK_MS ahead.
const ahead = Number(process.env['FAULTS_CLOCK_MS'] ?? 0)
const Clock = globalThis.Date
const now = Clock.now.bind(Clock)

class MovedClock extends Clock {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(now() + ahead)
    else super(...(given as [number]))
  }

  static override now(): number {
    return now() + ahead
  }
}

globalThis.Date = MovedClock as DateConstructor
