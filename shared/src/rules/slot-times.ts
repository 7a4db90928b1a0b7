/** Returns the times of a day from one to another, each `HH:MM`, at this interval in minutes; includes both ends if they are reached. */
export function slotTimes({ from, until, every }: { readonly from: string; readonly until: string; readonly every: number }): string[] {
  const times: string[] = []
  for (let at = minutesOf(from); at <= minutesOf(until) && every > 0; at += every) times.push(clockOf(at))
  return times
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function clockOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
