/** The stations that a workshop may have; each workshop's own order is the way of a person through the day. */
export const stationKinds = ['intake', 'legal-screening', 'form-filling', 'review', 'copies', 'check-out'] as const
export type StationKind = (typeof stationKinds)[number]

/** Labels of the stations on staff screens. */
export const stationWords: Readonly<Record<StationKind, string>> = {
  intake: 'Intake',
  'legal-screening': 'Legal screening',
  'form-filling': 'Form filling',
  review: 'Review',
  copies: 'Copies',
  'check-out': 'Check-out',
}

/** A station of a workshop, and its number of seats. */
export interface Station {
  readonly station: StationKind
  readonly seats: number
}

/** `fast`: green with nearly everything answered; `normal`: everyone else. */
export const lanes = ['fast', 'normal'] as const
export type Lane = (typeof lanes)[number]
