/** The stations that a workshop may have; its own order is the way of a person through the day. */
export const stationKinds = ['intake', 'legal-screening', 'form-filling', 'review', 'copies', 'check-out'] as const
export type StationKind = (typeof stationKinds)[number]

/** What each is called, on the screens of staff. */
export const stationWords: Readonly<Record<StationKind, string>> = {
  intake: 'Intake',
  'legal-screening': 'Legal screening',
  'form-filling': 'Form filling',
  review: 'Review',
  copies: 'Copies',
  'check-out': 'Check-out',
}

/** A station of a workshop, and how many can sit there at a time. */
export interface Station {
  readonly station: StationKind
  readonly seats: number
}

/** Green with nearly everything answered, and everybody else. */
export const lanes = ['fast', 'normal'] as const
export type Lane = (typeof lanes)[number]
