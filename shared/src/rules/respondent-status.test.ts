import { describe, expect, it } from 'vitest'
import { respondentFlags } from '../words/flags.ts'
import { respondentStatus, type StatusFacts } from './respondent-status.ts'

const sent: StatusFacts = { currentFlag: 'in-progress', isAssigned: true, submittedOn: '2026-11-21', eventDate: '2026-12-19' }

describe('respondentStatus', () => {
  it.each<[string, Partial<StatusFacts>, string, string]>([
    ['on the day of submission', {}, '2026-11-21', 'received'],
    ['the next day, with an agency', {}, '2026-11-22', 'reading'],
    ['the next day, without an agency', { isAssigned: false }, '2026-11-22', 'received'],
    ['eight days before the workshop', {}, '2026-12-11', 'reading'],
    ['a week before the workshop', {}, '2026-12-12', 'call'],
    ['a week before the workshop, without an agency', { isAssigned: false }, '2026-12-12', 'call'],
    ['29 days after submission, without a date', { eventDate: null }, '2026-12-20', 'reading'],
    ['30 days after submission, without a date', { eventDate: null }, '2026-12-21', 'call'],
    ['after the workshop', {}, '2026-12-20', 'call'],
    ['submitted the evening before the workshop', { submittedOn: '2026-12-18' }, '2026-12-19', 'call'],
    ['welcome, on the day of submission', { currentFlag: 'green' }, '2026-11-21', 'received'],
    ['welcome, the next day', { currentFlag: 'green', isAssigned: false }, '2026-11-22', 'invited'],
    ['welcome, without a date', { currentFlag: 'green', eventDate: null }, '2027-02-01', 'invited'],
    ['welcome, on the workshop’s day', { currentFlag: 'not-applicable' }, '2026-12-19', 'invited'],
    ['welcome, after the workshop', { currentFlag: 'green' }, '2026-12-20', 'call'],
  ])('%s', (_case, changed, today, status) => {
    expect(respondentStatus({ ...sent, ...changed }, today)).toBe(status)
  })

  const days = Array.from({ length: 50 }, (_, day) => new Date(Date.UTC(2026, 10, 20 + day)).toISOString().slice(0, 10))
  const onEachDay = (facts: Partial<StatusFacts>) => days.map((today) => respondentStatus({ ...sent, ...facts }, today))

  it('is the same on every day for red respondents and those in progress', () => {
    for (const isAssigned of [true, false])
      for (const eventDate of ['2026-12-19', null])
        expect(onEachDay({ currentFlag: 'red', isAssigned, eventDate })).toEqual(onEachDay({ isAssigned, eventDate }))
  })

  it('is the same for all on the day of submission and after the workshop', () => {
    for (const currentFlag of respondentFlags)
      for (const [today, status] of [
        ['2026-11-21', 'received'],
        ['2026-12-20', 'call'],
      ] as const)
        expect(respondentStatus({ ...sent, currentFlag }, today)).toBe(status)
  })

  it('control: differs for a welcome respondent in between', () => {
    expect(onEachDay({ currentFlag: 'green' })).not.toEqual(onEachDay({}))
  })
})
