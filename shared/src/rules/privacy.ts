/** The privacy requests that a person can make (shared/spec/contract.md#privacy-requests). */
export const privacyRequestKinds = ['see', 'correct', 'stop', 'resume', 'delete'] as const
export type PrivacyRequestKind = (typeof privacyRequestKinds)[number]

/** The number of days within which a request is completed (shared/spec/product.md#privacy-times); null: no deadline is promised. */
export const privacyDays: Readonly<Record<PrivacyRequestKind, number | null>> = {
  see: null,
  correct: 5,
  stop: 10,
  resume: null,
  delete: 30,
}

const dayMs = 24 * 60 * 60 * 1_000

/** Returns the deadline of a request of this kind. */
export function privacyDueAt(kind: PrivacyRequestKind, requestedAt: Date): Date | null {
  const days = privacyDays[kind]
  return days === null ? null : new Date(requestedAt.getTime() + days * dayMs)
}

/** Returns the days left until a deadline, rounded up; zero or less if it is over. */
export function daysLeft(dueAt: Date, now: Date): number {
  return Math.ceil((dueAt.getTime() - now.getTime()) / dayMs)
}

/**
 * Returns the first day of workshops whose respondents are still kept, as a calendar date: respondents of earlier workshops were deleted
 * `retentionDays` after them. `today`: YYYY-MM-DD.
 */
export function keptSince(today: string, retentionDays: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - retentionDays * dayMs).toISOString().slice(0, 10)
}
