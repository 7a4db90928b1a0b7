import { expect, it } from 'vitest'
import { workshopChoices } from './workshop-name.tsx'

it('tells workshops with the same title apart, by date or else by name', () => {
  const choices = workshopChoices([
    { name: 'day_26', title: 'Citizenship Day', eventDate: '2026-04-05' },
    { name: 'day_27', title: 'Citizenship Day', eventDate: '2027-04-04' },
    { name: 'clinic', title: 'Clinic', eventDate: '2026-04-05' },
    { name: 'morning', title: 'Open house', eventDate: '2026-05-01' },
    { name: 'evening', title: 'Open house', eventDate: '2026-05-01', test: true },
  ])
  expect(choices.map(({ label }) => label)).toEqual([
    'Citizenship Day, Apr 5, 2026',
    'Citizenship Day, Apr 4, 2027',
    'Clinic',
    'Open house, morning',
    'Open house, evening (test)',
  ])
})
