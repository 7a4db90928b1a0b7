import { mkdtempSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newSealKey, readRing, replaceRing } from './keyring-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-keyring-file-'))
const file = join(folder, 'keyring.json')
const ring = readRing(file, true)

it('other keys take the place of those before, for the owner alone', () => {
  const more = { ...ring, seal: [...ring.seal, newSealKey(new Date())] }
  replaceRing(file, more)
  expect(readRing(file)).toEqual(more)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['keyring.json'])
})

it('keys that cannot take their place are left nowhere', () => {
  const inTheWay = join(folder, 'in-the-way')
  mkdirSync(join(inTheWay, 'full'), { recursive: true })
  expect(() => replaceRing(inTheWay, ring)).toThrow()
  expect(readdirSync(folder)).toEqual(['in-the-way', 'keyring.json'])
})
