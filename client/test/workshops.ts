/** The agencies used in tests. */
export const agencies = [
  { id: 7, name: 'North Valley Legal Aid' },
  { id: 8, name: 'Bay Immigration Partners' },
]

/** The workshops used in tests, as in lists. */
export const workshops = [{ name: 'spring_day', title: 'Spring day', eventDate: '2025-04-05', isDefault: true, registrationOpen: true }]
