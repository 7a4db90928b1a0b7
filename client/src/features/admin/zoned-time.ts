/**
 * What the clock on the wall shows in a time zone, as `YYYY-MM-DDTHH:MM` for an input of that kind.
 * @param instant ISO 8601
 */
export function wallTimeOf(instant: string, timeZone: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(date)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/**
 * The instant at which the clock on the wall in a time zone shows this, ISO 8601 in UTC. A time that the change to summer time
 * skips counts as the one an hour later; one that occurs twice, as the first.
 * @param wallTime `YYYY-MM-DDTHH:MM`
 */
export function instantOf(wallTime: string, timeZone: string): string {
  const asUtc = Date.parse(`${wallTime}Z`)
  const guesses = [asUtc - offsetAt(asUtc - dayMs, timeZone), asUtc - offsetAt(asUtc + dayMs, timeZone)]
  const exact = guesses.filter((guess) => guess + offsetAt(guess, timeZone) === asUtc)
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...guesses)).toISOString()
}

const dayMs = 24 * 60 * 60 * 1000

/** How far a time zone is ahead of UTC at an instant, in ms. */
function offsetAt(instant: number, timeZone: string): number {
  return Date.parse(`${wallTimeOf(new Date(instant).toISOString(), timeZone)}Z`) - Math.floor(instant / 60_000) * 60_000
}
