import { describe, expect, it } from 'vitest'
import { openPortico, type RestAnswer } from '../../../test/support/harness.ts'
import { holdLock } from '../../../test/support/held-lock.ts'
import { advisoryLocks } from '../../infra/postgres/locks.ts'

const portico = await openPortico()
const adam = await portico.as('adam')
const rounds = 4
const { id: agencyId } = await adam.call.agency.saveAgency({ name: 'Contested Aid' })
const vera = await (await portico.as('vera')).call.getMyProfile()

describe('concurrent saves by two admins', () => {
  it('of a new default workshop all succeed, and one becomes the default', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const names = ['one', 'two', 'three'].map((name) => `${name}_${round}`)
      const saved = await Promise.all(names.map((name) => adam.rest('workshops/saveWorkshop', { name, title: name, isDefault: true })))
      expect(saved.map(({ status, body }) => [status, body.success])).toEqual(names.map(() => [200, true]))
      const defaults = await portico.sql<{ name: string }>('select name from workshop where is_default')
      expect(defaults).toHaveLength(1)
      expect(names).toContain(defaults[0]?.name)
    }
  })

  it('of a new default and of the old one again do not block each other', async () => {
    const choose = (name: string) => adam.call.workshops.saveWorkshop({ name, title: name, isDefault: true })
    await choose('chosen_first')
    const held = await holdLock(portico, 'select pg_advisory_xact_lock($1::integer, 0)', [advisoryLocks.defaultWorkshop])
    const [other, again] = [choose('chosen_now'), choose('chosen_first')]
    await held.untilWaiting(2)
    // Both will need the row of the current default, so a save must not hold it while it waits for the lock.
    await portico.sql('select from workshop where is_default for update nowait')
    await held.release()
    await Promise.all([other, again])
    expect(await portico.sql('select from workshop where is_default')).toHaveLength(1)
  })

  it('of new agencies with the same name succeed once', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const saved = await Promise.all([1, 2, 3].map(() => adam.rest('agency/saveAgency', { name: `Legal Aid ${round}` })))
      expect(saved.map(({ body }) => body.error_id ?? 'saved').sort()).toEqual(['INVALID_REQUEST', 'INVALID_REQUEST', 'saved'])
    }
  })

  const saves: [what: string, (ifVersion: number | undefined) => Promise<RestAnswer>, version: () => Promise<number>][] = [
    [
      'workshop',
      (ifVersion) => adam.rest('workshops/saveWorkshop', { name: 'contested', title: 'Contested', ifVersion }),
      async () => (await adam.call.workshops.getWorkshop({ name: 'contested' })).version,
    ],
    [
      'agency',
      (ifVersion) => adam.rest('agency/saveAgency', { id: agencyId, name: 'Contested Aid', ifVersion }),
      async () => (await adam.call.agency.getAgencyDetails()).find(({ id }) => id === agencyId)?.version ?? 0,
    ],
    [
      'account',
      (ifVersion) => adam.rest('admin/updateAccount', { id: vera.id, disabled: false, ifVersion }),
      async () => (await adam.call.admin.getAccountList({ filter: { query: 'vera' } })).items[0]?.version ?? 0,
    ],
  ]
  it.each(saves)('of one %s version succeed once; the refusal names who saved it, and nothing is overwritten', async (_, save, version) => {
    await save(undefined)
    const before = await version()
    const answers = await Promise.all([save(before), save(before)])
    expect(answers.map(({ body }) => body.error_id ?? 'saved').sort()).toEqual(['CHANGED_MEANWHILE', 'saved'])
    expect(await version()).toBe(before + 1)
    expect((await save(before)).body).toMatchObject({
      error_id: 'CHANGED_MEANWHILE',
      message: 'Adam Abiodun saved this on November 21, 2026 at 8:00 PM UTC. Nothing of yours was saved.',
    })
    expect((await save(before + 1)).body.success).toBe(true)
  })

  it('of a new workshop succeed once, and a version from before another became the default is refused', async () => {
    const make = (name: string, more = {}) => adam.rest('workshops/saveWorkshop', { name, title: name, ifVersion: 0, ...more })
    const made = await Promise.all([make('anew'), make('anew')])
    expect(made.map(({ body }) => body.error_id ?? 'saved').sort()).toEqual(['CHANGED_MEANWHILE', 'saved'])
    const { body } = await make('old_default', { isDefault: true })
    await make('new_default', { isDefault: true })
    expect((await make('old_default', { isDefault: true, ifVersion: body.data.version })).body.error_id).toBe('CHANGED_MEANWHILE')
  })

  it('of the times of a workshop: the second is told that they are others by now; control: without what it replaces it wins', async () => {
    await adam.call.workshops.saveWorkshop({ name: 'with_times', title: 'With times' })
    const slot = (time: string, seats: number) => ({ time, seats, languages: [] })
    const save = async (slots: object[], replaces?: object[]) =>
      (await adam.rest('seats/saveSlots', { name: 'with_times', slots, ...(replaces && { replaces }) })).body
    const first = [slot('09:00', 5)]
    const bigger = [slot('09:00', 20), slot('10:00', 30)]
    expect(await save(first, [])).toMatchObject({ success: true })
    expect(await save(bigger, first)).toMatchObject({ success: true })
    expect(await save([...first, slot('11:00', 7)], first)).toMatchObject({ error_id: 'CHANGED_MEANWHILE' })
    expect(await save([...bigger, slot('11:00', 7)], bigger.toReversed())).toMatchObject({ success: true })
    expect((await save(first)).data.slots).toMatchObject(first)
  })
})
