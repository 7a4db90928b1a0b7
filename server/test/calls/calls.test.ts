import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { access, translatorAccess } from '../../src/api/access.ts'
import { agreed, agreedForTranslators, calls, endpoints, gapsOf } from './calls.ts'

describe('every call', () => {
  it('is known to the sweeps, the access matrix and the contract', () => {
    expect(gapsOf(endpoints)).toEqual([])
  })

  it('is guarded by the agreed row of the access matrix', () => {
    expect(access).toEqual(Object.fromEntries(agreed.map(({ path, cells }) => [path, cells.slice(0, -1)])))
    expect(translatorAccess).toEqual(Object.fromEntries(agreedForTranslators))
  })

  it('says in its description if no screen uses it', () => {
    const client = join(import.meta.dirname, '../../../client/src')
    const files = globSync('**/*.{ts,tsx}', { cwd: client, exclude: (path) => path.includes('.test.') })
    const screens = files.map((path) => readFileSync(join(client, path), 'utf8')).join('\n')
    const unused = endpoints.filter(({ path }) => !new RegExp(`${path.replaceAll('.', '[./]')}\\b`).test(screens))
    const said = endpoints.filter(({ meta }) => meta.description?.includes('For integrations;'))
    expect(said.map(({ path }) => path)).toEqual(unused.map(({ path }) => path))
  })
})

describe('control: what is missing is reported in one sentence with its file', () => {
  const path = 'agency.getAssignedRespondent'
  const gapsWith = (row: object | undefined, matrix = agreed) => gapsOf(endpoints, { ...calls, [path]: row } as never, matrix)

  it.each([
    ['a row', undefined, `${path} has no row: add one with a \`sample\` to server/test/calls/agency.ts`],
    [
      'a refusal',
      { failures: {} },
      `${path} documents NOT_FOUND: add failures.NOT_FOUND to the row '${path}' in server/test/calls/agency.ts`,
    ],
    [
      'what is not theirs',
      { foreign: {} },
      `${path} is bounded for AGENCY: add foreign.AGENCY, what is not theirs, to the row '${path}' in server/test/calls/agency.ts`,
    ],
  ])('%s', (_what, change, sentence) => {
    expect(gapsWith(change && { ...calls[path], ...change })).toEqual([sentence])
  })

  it('a row of the access matrix', () => {
    const gaps = gapsWith(
      calls[path],
      agreed.filter((row) => row.path !== path),
    )
    expect(gaps).toContain(
      'agency/getAssignedRespondent has no row in shared/spec/access-matrix.md#calls: add one, with a cell for each role',
    )
  })

  it('a call missing from the contract, and a row without a call', () => {
    const [first] = endpoints
    const invented = first && { ...first, path: 'agency.invented', meta: {} }
    expect(gapsOf(invented ? [invented] : [], { 'agency.gone': calls[path] } as never)).toEqual([
      'agency.gone is no call (any more): take its row out of server/test/calls/agency.ts',
      'agency.invented has no row: add one with a `sample` to server/test/calls/agency.ts',
      'agency/invented has no row in shared/spec/access-matrix.md#calls: add one, with a cell for each role',
      'agency/invented has no row in shared/spec/contract.md#calls: add its input and data',
    ])
  })
})
