import { randomUUID } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openAnswers, openContact, sealPerson } from './person.ts'
import { newAnonymousId, openVault, seal, unseal } from './vault.ts'

const newFile = () => join(tmpdir(), `portico-vault-${randomUUID()}.json`)
const vault = openVault(newFile(), true)

describe('the vault', () => {
  it('opens what it sealed, in its place only, unchanged only', () => {
    const { key } = vault.newPersonKey('one')
    const sealed = seal(key, 'here', 'a secret')
    expect(unseal(key, 'here', sealed).toString()).toBe('a secret')
    expect(() => unseal(key, 'there', sealed)).toThrow()
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(() => unseal(key, 'here', changed)).toThrow()
    expect(() => unseal(vault.newPersonKey('one').key, 'here', sealed)).toThrow()
  })

  it('never seals the same text to the same bytes', () => {
    const { key } = vault.newPersonKey('one')
    const sealed = new Set(Array.from({ length: 2_000 }, () => seal(key, 'here', 'x').toString('hex').slice(0, 24)))
    expect(sealed.size).toBe(2_000)
  })

  it('does not open one person’s key as another’s', () => {
    const { keyId, wrapped } = vault.newPersonKey('one')
    expect(() => vault.openKey('two', keyId, wrapped)).toThrow()
  })

  it('keeps its keys where only the owner reads them, and needs them again', () => {
    const file = newFile()
    openVault(file, true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(() => openVault(newFile(), false)).toThrow(/Restore it from its backup/)
  })

  it('opens old data after a new key was added', () => {
    const file = newFile()
    const before = openVault(file, true)
    const { keyId, wrapped, key } = before.newPersonKey('one')
    const sealed = seal(key, 'here', 'kept')
    const ring = JSON.parse(readFileSync(file, 'utf8'))
    ring.seal.push({ id: 'newer', key: Buffer.alloc(32, 7).toString('base64') })
    writeFileSync(file, JSON.stringify(ring))
    const after = openVault(file, false)
    expect(after.newPersonKey('two').keyId).toBe('newer')
    expect(unseal(after.openKey('one', keyId, wrapped), 'here', sealed).toString()).toBe('kept')
  })

  it('finds the same person by the same hash, and tells kinds apart', () => {
    expect(vault.lookupHash('email', 'a')).toEqual(vault.lookupHash('email', 'a'))
    expect(vault.lookupHash('email', 'a')).not.toEqual(vault.lookupHash('phone', 'a'))
    expect(vault.lookupHash('email', 'a')).not.toEqual(openVault(newFile(), true).lookupHash('email', 'a'))
  })
})

describe('a sealed person', () => {
  const contact = { fullName: 'Mai Nguyễn', email: null, phoneNumber: '+14085550100' }
  const answers = [{ identifier: 'q1', value: 'sí', canBeFlagged: true, initialFlag: 'red' as const }]

  it('opens again, and is nobody once the key is deleted', () => {
    const person = { anonymousId: 'AAAA', ...sealPerson(vault, 'AAAA', contact, answers) }
    expect(openContact(vault, person)).toEqual(contact)
    expect(openAnswers(vault, person)).toEqual(answers)
    const deleted = { ...person, wrappedKey: null }
    expect(openContact(vault, deleted)).toEqual({ fullName: '', email: null, phoneNumber: null })
    expect(openAnswers(vault, deleted)).toEqual([])
  })
})

it('an anonymousId has no letters that look alike, and more than 60 random bits', () => {
  const ids = Array.from({ length: 5_000 }, newAnonymousId)
  expect(new Set(ids).size).toBe(5_000)
  for (const id of ids) expect(id).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{5}$/)
  expect(13 * Math.log2(new Set(ids.join('').replaceAll('-', '')).size)).toBeGreaterThan(60)
})
