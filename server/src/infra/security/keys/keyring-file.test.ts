import { randomUUID } from 'node:crypto'
import fs, { copyFileSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newSealKey, readRing, replaceRing } from './keyring-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-keyring-file-'))
const file = join(folder, 'keyring.json')
const ring = readRing(file, true)

it('replaceRing replaces the keys and keeps the file readable by its owner only', () => {
  const more = { ...ring, seal: [...ring.seal, newSealKey(new Date())] }
  replaceRing(file, more)
  expect(readRing(file)).toEqual(more)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toContain('keyring.json')
  expect(readdirSync(folder).filter((name) => name.startsWith('keyring.json.'))).toEqual([])
})

it('replaceRing leaves no copy of the keys when it fails', () => {
  const inTheWay = join(folder, 'in-the-way')
  mkdirSync(join(inTheWay, 'full'), { recursive: true })
  expect(() => replaceRing(inTheWay, ring)).toThrow()
  expect(readdirSync(folder).filter((name) => name.startsWith('in-the-way.'))).toEqual([])
})

it('replaceRing removes temporary files of interrupted runs, but not copies made by hand', () => {
  const replaced = join(folder, 'replaced', 'keyring.json')
  const before = readRing(replaced, true)
  for (const name of [randomUUID(), 'bak']) copyFileSync(replaced, `${replaced}.${name}`)
  replaceRing(replaced, { ...before, seal: [newSealKey(new Date())] })
  expect(readdirSync(join(folder, 'replaced')).toSorted()).toEqual(['keyring.json', 'keyring.json.bak'])
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

// Some network drives and USB sticks do not support hard links.
function withoutLinks(meanwhile = () => {}): void {
  const link = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    meanwhile()
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    link.mockRestore()
    syncBuiltinESMExports()
  })
}

it('readRing creates a keyring on a file system without hard links', () => {
  withoutLinks()
  const made = join(folder, 'no-links', 'keyring.json')
  expect(readRing(made, true)).toEqual(readRing(made))
  expect(statSync(made).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(folder, 'no-links'))).toEqual(['keyring.json'])
})

it('readRing keeps a keyring that another server has just created on a file system without hard links', () => {
  const made = join(folder, 'no-links-twice', 'keyring.json')
  const others = readFileSync(file, 'utf8')
  withoutLinks(() => writeFileSync(made, others))
  expect(readRing(made, true)).toEqual(readRing(file))
  expect(readFileSync(made, 'utf8')).toBe(others)
})

it('readRing does not replace an unreadable keyring', () => {
  withoutLinks()
  const unreadable = join(folder, 'unreadable')
  mkdirSync(unreadable)
  expect(() => readRing(unreadable, true)).toThrow(/cannot be read/)
  expect(readdirSync(folder).filter((name) => name.startsWith('unreadable.'))).toEqual([])
})
