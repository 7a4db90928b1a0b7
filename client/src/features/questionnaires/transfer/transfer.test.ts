import { webcrypto } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '@portico/shared/words/limits'
import type { TransferredDraft } from '../draft/merge-drafts.ts'
import { openerOf, sealDraft } from './sealed-draft.ts'
import { codeTyped, newCode, shownCode } from './transfer-code.ts'

const draft: TransferredDraft = {
  questionnaireId: 1,
  name: 'screening',
  idempotencyKey: '2f1c9a52-7f0e-4a38-9f7e-0f3f3a3f6f11',
  place: 'question:zipCode',
  answers: { fullName: 'Mai Trần' },
  changedAt: { fullName: 1_795_000_000_000 },
}

// Available in every browser but missing in jsdom.
beforeEach(() => void vi.stubGlobal('crypto', webcrypto))

describe('the code of a transfer', () => {
  it('has 10 random letters of the alphabet without look-alikes', () => {
    const codes = Array.from({ length: 500 }, newCode)
    expect(codes.every((code) => /^[2-9A-HJKMNP-TV-Z]{10}$/.test(code))).toBe(true)
    expect(new Set(codes).size).toBe(500)
    expect(new Set(codes.join('')).size).toBe(30)
  })

  it.each([
    ['K7QM2-XWD94', 'K7QM2XWD94'],
    [' k7qm2 xwd94 ', 'K7QM2XWD94'],
    ['Ｋ７ＱＭ２ＸＷＤ９４', 'K7QM2XWD94'],
    ['K7QM2-XWD9', undefined],
    ['K7QM2-XWD9O', undefined],
  ])('is parsed from %s', (typed, code) => {
    expect(codeTyped(typed)).toBe(code)
    if (code) expect(codeTyped(shownCode(code))).toBe(code)
  })
})

describe('a sealed draft', () => {
  it('has a size that does not depend on the answers', { timeout: 60_000 }, async () => {
    const sizeOf = async (fullName: string) => (await sealDraft({ ...draft, answers: { fullName } }, 'K7QM2XWD94')).sealed.length
    expect(await sizeOf('Al')).toBe(await sizeOf('Mai Trần'.repeat(100)))
    expect(await sizeOf('x'.repeat(89_700))).toBeLessThanOrEqual(limits.draftTransferMax)
  })

  it('can still be opened if an earlier version of Portico sealed it', { timeout: 60_000 }, async () => {
    const { open } = await openerOf('K7QM2XWD94')
    expect(await open(sealedEarlier)).toEqual({ ...draft, questionnaireId: undefined })
  })

  it('is found and opened only by its code', { timeout: 60_000 }, async () => {
    const code = newCode()
    const { lookup, sealed } = await sealDraft(draft, code)
    expect(lookup).toMatch(/^[0-9a-f]{32}$/)
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('Mai')
    const opener = await openerOf(code)
    expect(opener.lookup).toBe(lookup)
    expect(await opener.open(sealed)).toEqual(draft)
    const outsider = await openerOf(newCode())
    expect(outsider.lookup).not.toBe(lookup)
    await expect(outsider.open(sealed)).rejects.toThrow()
  })
})

const sealedEarlier =
  'xGSgPB80MMAkTQOU9htq0u//wl9A84fnIri4Nxh9kksTGcsqWA+pfroT6Uf9i94dT7XOH9t3DtSmaqRT5OGy56pQh8J0ziK4KMuRjNzeIVEhe9usAPFf3KjeWmap+YFv' +
  'yFc/1f4tsD2doNlJTwnQ+Ob1SciaDUjQ1bkoUAQWeRg6nwktEwocGgISI3foJM+URb1fLHgfwu18tvwnmUCUsPejEstZEDeh/kWO2xkxZmFvS2ZfcO6061MZZnDGxeNT' +
  'HtfeAoBrVHbC2zw9Du0='
