import { describe, expect, it } from 'vitest'
import { landingOf } from './accounts.ts'
import { creatableFlavors, manageableRoles } from './managed-accounts.ts'
import { isOpen, isWorkshopDay } from './registration-window.ts'
import { offsetsOf } from './offsets.ts'

describe('the registration window', () => {
  const workshop = { registrationOpen: true, disableAt: null, eventDate: '2025-04-05', timeZone: 'America/Los_Angeles' }

  it.each([
    ['is open before the day', workshop, '2025-04-01T12:00:00Z', true],
    ['is open to the last minute of the day in its time zone', workshop, '2025-04-06T06:59:00Z', true],
    ['is closed when the day is over in its time zone', workshop, '2025-04-06T07:00:00Z', false],
    ['is closed while registration is switched off', { ...workshop, registrationOpen: false }, '2025-04-01T12:00:00Z', false],
    ['closes at disableAt', { ...workshop, disableAt: new Date('2025-04-02T00:00:00Z') }, '2025-04-02T00:00:00Z', false],
    [
      'stays open to disableAt even after the day',
      { ...workshop, disableAt: new Date('2025-04-10T00:00:00Z') },
      '2025-04-09T00:00:00Z',
      true,
    ],
    ['stays open without any date', { ...workshop, eventDate: null }, '2030-01-01T00:00:00Z', true],
  ])('%s', (_name, given, now, open) => {
    expect(isOpen(given, new Date(now))).toBe(open)
  })

  it('isWorkshopDay uses the time zone of the workshop', () => {
    expect(isWorkshopDay(workshop, new Date('2025-04-06T05:00:00Z'))).toBe(true)
    expect(isWorkshopDay(workshop, new Date('2025-04-05T05:00:00Z'))).toBe(false)
    expect(isWorkshopDay({ ...workshop, eventDate: null }, new Date('2025-04-05T20:00:00Z'))).toBe(false)
  })
})

describe('offsetsOf', () => {
  it.each([
    ['an empty list has no other pages', { offset: 0, batchSize: 5, count: 0 }, [undefined, undefined, undefined, undefined]],
    ['the first of three pages', { offset: 0, batchSize: 5, count: 11 }, [undefined, undefined, 5, 10]],
    ['the middle of three pages', { offset: 5, batchSize: 5, count: 11 }, [0, 0, 10, 10]],
    ['the last of three pages', { offset: 10, batchSize: 5, count: 11 }, [0, 5, undefined, undefined]],
    ['a full last page', { offset: 0, batchSize: 5, count: 10 }, [undefined, undefined, 5, 5]],
    ['an offset past the end leads back to the last page', { offset: 50, batchSize: 5, count: 11 }, [0, 10, undefined, undefined]],
  ])('%s', (_name, page, [first, prev, next, last]) => {
    expect(offsetsOf(page)).toEqual({ first, prev, next, last })
  })
})

describe('roles', () => {
  it.each([
    [['ROOT_USER'], ['admin', 'root', 'volunteer', 'simple-agency'], 4, '/home/admin/response-overview/all'],
    [['ADMIN_USER'], ['volunteer', 'simple-agency'], 2, '/home/admin/response-overview/all'],
    [['AGENCY'], [], 0, '/home/agency/inprogress'],
    [['VOLUNTEERV1'], [], 0, '/home/volunteer/workshop'],
    [['VOLUNTEERV1', 'ADMIN_USER'], ['volunteer', 'simple-agency'], 2, '/home/admin/response-overview/all'],
    [[], [], 0, undefined],
  ] as const)('%s may create %s and land on the right page', (roles, flavors, managed, landing) => {
    expect(creatableFlavors(roles)).toEqual(flavors)
    expect(manageableRoles(roles)).toHaveLength(managed)
    expect(landingOf(roles)).toBe(landing)
    expect(landingOf(roles, ['es'])).toBe(landing ?? '/home/translations')
  })
})
