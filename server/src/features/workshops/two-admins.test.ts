import { describe, expect, it } from 'vitest'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
const adam = await portico.as('adam')
const rounds = 4

describe('two admins at once', () => {
  it('may each choose a new default workshop: both are told so, one is the default', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const names = ['one', 'two', 'three'].map((name) => `${name}_${round}`)
      const saved = await Promise.all(names.map((name) => adam.rest('workshops/saveWorkshop', { name, title: name, isDefault: true })))
      expect(saved.map(({ status, body }) => [status, body.success])).toEqual(names.map(() => [200, true]))
      const defaults = await portico.sql<{ name: string }>('select name from workshop where is_default')
      expect(defaults).toHaveLength(1)
      expect(names).toContain(defaults[0]?.name)
    }
  })

  it('cannot give two agencies one name: the second is told that it is taken', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const saved = await Promise.all([1, 2, 3].map(() => adam.rest('agency/saveAgency', { name: `Legal Aid ${round}` })))
      expect(saved.map(({ body }) => body.error_id ?? 'saved').sort()).toEqual(['INVALID_REQUEST', 'INVALID_REQUEST', 'saved'])
    }
  })
})
