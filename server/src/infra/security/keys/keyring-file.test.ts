import { mkdtempSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it, vi } from 'vitest'
import { newSealKey, readRing, replaceRing } from './keyring-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-keyring-file-'))
const file = join(folder, 'keyring.json')
const ring = readRing(file, true)

it('other keys take the place of those before, for the owner alone', () => {
  const more = { ...ring, seal: [...ring.seal, newSealKey(new Date())] }
  replaceRing(file, more)
  expect(readRing(file)).toEqual(more)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toContain('keyring.json')
  expect(readdirSync(folder).filter((name) => name.startsWith('keyring.json.'))).toEqual([])
})

it('keys that cannot take their place are left nowhere', () => {
  const inTheWay = join(folder, 'in-the-way')
  mkdirSync(join(inTheWay, 'full'), { recursive: true })
  expect(() => replaceRing(inTheWay, ring)).toThrow()
  expect(readdirSync(folder).filter((name) => name.startsWith('in-the-way.'))).toEqual([])
})

it('servers that start at the same moment use the same keys', async () => {
  const module = new URL('keyring-file.ts', import.meta.url).href
  const gate = new Int32Array(new SharedArrayBuffer(8))
  const begin = `
    const { parentPort, workerData: { module, gate, file } } = require('node:worker_threads')
    import(module).then(({ readRing }) => {
      Atomics.add(gate, 1, 1)
      Atomics.wait(gate, 0, 0)
      parentPort.postMessage(readRing(file, true).seal[0].id)
    })`
  const shared = join(folder, 'new', 'keyring.json')
  const servers = Array.from({ length: 6 }, () => new Worker(begin, { eval: true, workerData: { module, gate, file: shared } }))
  const ids = servers.map((server) => new Promise((resolve, reject) => server.once('message', resolve).once('error', reject)))
  await vi.waitFor(() => expect(Atomics.load(gate, 1)).toBe(servers.length), { timeout: 20_000 })
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  expect(new Set(await Promise.all(ids))).toEqual(new Set([readRing(shared).seal[0]?.id]))
  expect(readdirSync(join(folder, 'new'))).toEqual(['keyring.json'])
})
