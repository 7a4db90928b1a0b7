import { describe, expect, it } from 'vitest'
import { scannedId, writtenId } from './scanned-id.ts'

describe('scanned text', () => {
  it.each([
    ['FXMC-TY6F-HG474', 'as it is printed'],
    ['  fxmc-ty6f-hg474\n', 'in lower case, with spaces around'],
    ['FXMCTY6FHG474', 'without dashes'],
    ['https://portico.example/r/FXMC-TY6F-HG474', 'at the end of an address'],
    ['https://portico.example/r?number=FXMC-TY6F-HG474', 'at the end of its query'],
  ])('is an id: %j, %s', (text) => {
    expect(scannedId(text)).toBe('FXMC-TY6F-HG474')
    expect(writtenId(text)).toBe('FXMC-TY6F-HG474')
  })

  it('is an id at the end of the longest address that a request can have', () => {
    expect(writtenId('/='.repeat(2_000_000) + 'FXMC-TY6F-HG474')).toBe('FXMC-TY6F-HG474')
  })

  it('of thirteen letters may be a name, if a name may be meant', () => {
    expect(scannedId('christensenab')).toBeUndefined()
    expect(writtenId('fxmctyafhgkrj')).toBe('FXMC-TYAF-HGKRJ')
    expect(scannedId('fxmc-tyaf-hgkrj')).toBe('FXMC-TYAF-HGKRJ')
  })

  it.each(['FXMC-TY6F', 'Maria', 'Christensenab', 'mai@example.org', '', 'FXMC-TY6F-HG470', 'FXMC-TY6F-HG4744'])(
    'is not an id: %j',
    (text) => {
      expect(scannedId(text)).toBeUndefined()
    },
  )
})
