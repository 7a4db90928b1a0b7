/** What a person may ask of their data (shared/spec/contract.md#privacy-requests). */
export const privacyRequestKinds = ['see', 'correct', 'stop', 'resume', 'delete'] as const
export type PrivacyRequestKind = (typeof privacyRequestKinds)[number]

/** In how many days what a person asks is done (shared/spec/product.md#privacy-times); null: no time is promised. */
export const privacyDays: Readonly<Record<PrivacyRequestKind, number | null>> = {
  see: null,
  correct: 5,
  stop: 10,
  resume: null,
  delete: 30,
}

const dayMs = 24 * 60 * 60 * 1_000

/** Until when a request of this kind has to be done. */
export function privacyDueAt(kind: PrivacyRequestKind, requestedAt: Date): Date | null {
  const days = privacyDays[kind]
  return days === null ? null : new Date(requestedAt.getTime() + days * dayMs)
}

/** The days that are left of a clock, rounded up; none or less: it is over. */
export function daysLeft(dueAt: Date, now: Date): number {
  return Math.ceil((dueAt.getTime() - now.getTime()) / dayMs)
}

/**
 * The first day of workshops whose respondents are still kept, as a calendar date: those of an earlier day were deleted `retentionDays` after it. `today`:
 * YYYY-MM-DD.
 */
export function keptSince(today: string, retentionDays: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - retentionDays * dayMs).toISOString().slice(0, 10)
}
