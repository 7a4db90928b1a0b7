import { randomUUID } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  answerPlaces,
  openAnswers,
  openContact,
  sealAnswers,
  sealAssignReason,
  sealContact,
  sealDecision,
  sealNote,
  sealReply,
  sealRequest,
  sealRespondent,
} from './sealed-respondent.ts'
import { anonymousIdForm, anonymousIdOf, newAnonymousId, openEncryption, seal, sealJson, unseal, unsealJson } from './encryption.ts'

const newFile = () => join(tmpdir(), `portico-encryption-${randomUUID()}.json`)
const encryption = openEncryption(newFile(), true)

describe('encryption', () => {
  it('opens a sealed value only unmodified, with its key, and in its own place', () => {
    const { key } = encryption.newDataKey('one')
    const sealed = seal(key, 'here', 'a secret')
    expect(unseal(key, 'here', sealed).toString()).toBe('a secret')
    expect(() => unseal(key, 'there', sealed)).toThrow()
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(() => unseal(key, 'here', changed)).toThrow()
    expect(() => unseal(encryption.newDataKey('one').key, 'here', sealed)).toThrow()
  })

  it('rejects truncated authentication tags', () => {
    const { key } = encryption.newDataKey('one')
    const empty = seal(key, 'here', '')
    expect(unseal(key, 'here', empty)).toHaveLength(0)
    for (const tagBytes of [4, 8, 12, 15]) expect(() => unseal(key, 'here', empty.subarray(0, 12 + tagBytes))).toThrow()
  })

  it('never seals the same text to the same bytes', () => {
    const { key } = encryption.newDataKey('one')
    const sealed = new Set(Array.from({ length: 2_000 }, () => seal(key, 'here', 'x').toString('hex').slice(0, 24)))
    expect(sealed.size).toBe(2_000)
  })

  it.each([
    ['yes', 256],
    ['no', 256],
    [{ said: 'ệ'.repeat(100) }, 512],
    ['x'.repeat(254), 256],
  ])('seals content as JSON of a length that hardly depends on it', (content, bytes) => {
    const { key } = encryption.newDataKey('one')
    const sealed = sealJson(key, 'here', content)
    expect(unseal(key, 'here', sealed)).toHaveLength(bytes)
    expect(unsealJson(key, 'here', sealed)).toEqual(content)
    expect(unseal(key, 'here', sealJson(key, 'here', content, 1_024))).toHaveLength(1_024)
    expect(unsealJson(key, 'here', seal(key, 'here', JSON.stringify(content))), 'sealed without padding').toEqual(content)
  })

  it('does not unwrap a key for another owner', () => {
    const { keyId, wrapped } = encryption.newDataKey('one')
    expect(() => encryption.unwrapKey('two', keyId, wrapped)).toThrow()
  })

  it('keeps the keyring readable by its owner only, and fails if it is missing', () => {
    const file = newFile()
    openEncryption(file, true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(() => openEncryption(newFile(), false)).toThrow(/Restore it from its backup/)
  })

  it('opens old data after a new key was added', () => {
    const file = newFile()
    const before = openEncryption(file, true)
    const { keyId, wrapped, key } = before.newDataKey('one')
    const sealed = seal(key, 'here', 'kept')
    const ring = JSON.parse(readFileSync(file, 'utf8'))
    ring.seal.push({ id: 'newer', key: Buffer.alloc(32, 7).toString('base64') })
    writeFileSync(file, JSON.stringify(ring))
    const after = openEncryption(file, false)
    expect(after.newDataKey('two').keyId).toBe('newer')
    expect(unseal(after.unwrapKey('one', keyId, wrapped), 'here', sealed).toString()).toBe('kept')
  })

  it('hashes lookups deterministically, and differently per kind and keyring', () => {
    expect(encryption.lookupHash('email', 'a')).toEqual(encryption.lookupHash('email', 'a'))
    expect(encryption.lookupHash('email', 'a')).not.toEqual(encryption.lookupHash('phone', 'a'))
    expect(encryption.lookupHash('email', 'a')).not.toEqual(openEncryption(newFile(), true).lookupHash('email', 'a'))
  })
})

describe('a sealed respondent', () => {
  const contact = { fullName: 'Mai Nguyễn', email: null, phoneNumber: '+14085550100' }
  const answers = [
    { identifier: 'q1', value: 'sí', canBeFlagged: true, initialFlag: 'red' as const },
    { identifier: 'q2', value: '', canBeFlagged: false, initialFlag: 'green' as const },
    { identifier: 'q3', value: ' ]"\n,', canBeFlagged: true, initialFlag: 'green' as const },
  ]
  const places = answerPlaces(answers)

  it('can be opened, but not after the key is deleted', () => {
    const person = { anonymousId: 'AAAA', ...sealRespondent(encryption, 'AAAA', contact, { places, answers }) }
    expect(openContact(encryption, person)).toEqual(contact)
    expect(openAnswers(encryption, person, places)).toEqual(answers)
    const deleted = { ...person, wrappedKey: null }
    expect(openContact(encryption, deleted)).toEqual({ fullName: '', email: null, phoneNumber: null })
    expect(openAnswers(encryption, deleted, places)).toEqual([])
  })

  it('is never read as answers to other questions, or to the same ones in another order', () => {
    const person = { anonymousId: 'AAAA', ...sealRespondent(encryption, 'AAAA', contact, { places, answers }) }
    const [first, second, third] = answers.map((answer) => ({ ...answer }))
    for (const others of [
      [second!, first!, third!],
      [first!, second!],
      [first!, { ...second!, canBeFlagged: true }, third!],
    ])
      expect(() => openAnswers(encryption, person, answerPlaces(others))).toThrow('of other questions')
    expect(() => sealRespondent(encryption, 'AAAA', contact, { places, answers: answers.slice(1) })).toThrow('one answer for each place')
  })

  it('opens answers in the older format that includes the questions', () => {
    const { key, keyId, wrapped } = encryption.newDataKey('respondent:AAAA')
    const described = JSON.stringify(
      answers.map(({ identifier, value, canBeFlagged, initialFlag }) => [identifier, value, canBeFlagged ? initialFlag[0] : '-']),
    )
    const sealedAnswers = seal(key, 'respondent:AAAA:answers', described.padEnd(512))
    expect(openAnswers(encryption, { anonymousId: 'AAAA', keyId, wrappedKey: wrapped, sealedAnswers }, places)).toEqual(answers)
  })

  it('has the same sealed length for all short answers and names', () => {
    const nine = answerPlaces(Array.from({ length: 9 }, (_, place) => ({ identifier: `q${place}`, canBeFlagged: place > 4 })))
    const lengthsOf = (value: string, fullName: string, initialFlag: 'red' | 'green') => {
      const given = nine.questions.map(() => ({ value, initialFlag }))
      const { sealedContact, sealedAnswers } = sealRespondent(
        encryption,
        'AAAA',
        { ...contact, fullName },
        { places: nine, answers: given },
      )
      return [sealedContact.length, sealedAnswers.length]
    }
    expect(lengthsOf('yes', 'Mai Nguyễn', 'red')).toEqual(lengthsOf('no', 'Al', 'green'))
    expect(lengthsOf('x'.repeat(2_000), 'Al', 'green')).not.toEqual(lengthsOf('no', 'Al', 'green'))
  })

  it('has the same sealed length for all short notes, replies, requests, reasons and changes', () => {
    const places = answerPlaces([{ identifier: 'q', canBeFlagged: true }])
    const contact = { fullName: 'Mai', email: null, phoneNumber: null }
    const answers = [{ value: 'no', initialFlag: 'green' as const }]
    const person = { anonymousId: 'AAAA', ...sealRespondent(encryption, 'AAAA', contact, { places, answers }) }
    const lengthsOf = (text: string) => [
      sealNote(encryption, person, 1, text).length,
      sealReply(encryption, person, 1, { text, attachments: 0 }).length,
      sealRequest(encryption, person, text).length,
      sealAssignReason(encryption, person, text)?.length,
      sealContact(encryption, person, { ...contact, fullName: text }).length,
      sealAnswers(encryption, person, places, [{ value: text, initialFlag: 'red' }]).length,
      sealDecision(encryption, person, 1, { about: 'respondent', position: null, flag: 'red', reason: text }).length,
    ]
    expect(lengthsOf('She says that it was in 2009.')).toEqual(lengthsOf('No.'))
  })
})

it('anonymousIdOf depends only on the idempotency key and the keyring', () => {
  const keys = Array.from({ length: 2_000 }, () => randomUUID())
  const ids = keys.map((idempotencyKey) => anonymousIdOf(encryption, idempotencyKey))
  expect(keys.map((idempotencyKey) => anonymousIdOf(encryption, idempotencyKey))).toEqual(ids)
  expect(new Set(ids).size).toBe(2_000)
  expect(new Set(ids.join('').replaceAll('-', '')).size).toBe(30)
  for (const id of ids) expect(id).toMatch(anonymousIdForm)
  expect(anonymousIdOf(openEncryption(newFile(), true), keys[0] ?? '')).not.toBe(ids[0])
})

it('newAnonymousId uses no ambiguous letters and more than 60 random bits', () => {
  const ids = Array.from({ length: 5_000 }, newAnonymousId)
  expect(new Set(ids).size).toBe(5_000)
  for (const id of ids) expect(id).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{5}$/)
  expect(13 * Math.log2(new Set(ids.join('').replaceAll('-', '')).size)).toBeGreaterThan(60)
})
