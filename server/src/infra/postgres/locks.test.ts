import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPortico } from '../../../test/support/harness.ts'
import { holdLock } from '../../../test/support/held-lock.ts'
import { sql } from '../request-context.ts'
import { advisoryLocks, untilUsersEnded } from './locks.ts'

it('no two locks have the same key', () => {
  const keys = Object.values(advisoryLocks)
  expect(new Set(keys).size).toBe(keys.length)
})

it('waits for those who have used a table, but neither for those who come later nor for those of other tables', async () => {
  const portico = await openPortico()
  const db = sql(portico.services.orm.em.fork())
  await holdLock(portico, 'select from account')
  const reader = await holdLock(portico, 'select from questionnaire')
  let hasEnded = false
  const waiting = untilUsersEnded(db, 'questionnaire', AbortSignal.timeout(20_000)).then(() => (hasEnded = true))
  await delay(200)
  expect(hasEnded).toBe(false)
  await holdLock(portico, 'select from questionnaire')
  await reader.release()
  await waiting
})
