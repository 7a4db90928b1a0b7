import { readdir, readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

const turn = { from: 'here' }

it('accepts the password of a hash, and no other', async () => {
  const hash = await hashPassword('correct horse battery', turn)
  expect(await verifyPassword(hash, 'correct horse battery', turn)).toBe(true)
  expect(await verifyPassword(hash, 'Correct horse battery', turn)).toBe(false)
  expect(await verifyPassword(null, 'correct horse battery', turn)).toBe(false)
})

it.runIf(process.platform === 'linux')('hashes in threads that give way to all others', async () => {
  await hashPassword('correct horse battery', turn)
  const ids = await readdir('/proc/self/task')
  const threads = await Promise.all(
    ids.map(async (id) => ({ name: await readFile(`/proc/self/task/${id}/comm`, 'utf8'), priority: getPriority(Number(id)) })),
  )
  const pool = threads.filter(({ name }) => name.startsWith('libuv-worker'))
  const others = threads.filter(({ name }) => !name.startsWith('libuv-worker'))
  expect(pool.length).toBeGreaterThan(0)
  expect(new Set(pool.map(({ priority }) => priority))).toEqual(new Set([5]))
  expect(
    others.every(({ priority }) => priority === getPriority()),
    'control',
  ).toBe(true)
})
