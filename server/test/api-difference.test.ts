import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openApiDocument } from '../src/api/openapi/openapi.ts'
import { appRouter } from '../src/api/root.ts'
import { breakingChanges, describeApi, type ApiDescription } from './support/api-description.ts'

// The API as last published. With each new version: PORTICO_PUBLISH_API=1 npm test -- api-difference, and a line in
// server/src/api/openapi/changelog.ts.
const file = new URL('published-api.ndjson', import.meta.url)
const now = describeApi(openApiDocument(appRouter, 'https://portico.test'))
if (process.env['PORTICO_PUBLISH_API'] === '1')
  writeFileSync(
    file,
    Object.entries(now)
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join(''),
  )
const published: ApiDescription = Object.fromEntries(
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)),
)

it('no change breaks programs written for the published API', () => {
  expect(breakingChanges(published, now)).toEqual([])
})

it('the description matches the input and output of the calls', () => {
  expect(now['/api/responses/getChanges']?.takes).toMatchObject({ cursor: 'string', includeAnswers: 'boolean', count: 'integer' })
  expect(now['/api/responses/getChanges']?.gives).toMatchObject({ 'data.hasMore': 'boolean*', 'data.changes[].anonymousId': 'string*' })
})

const call = (takes: Record<string, string>, gives: Record<string, string>): ApiDescription => ({ '/api/a/b': { takes, gives } })
const before = call({ name: 'string*', kind: '"x"|"y"' }, { 'data.id': 'integer*', 'data.flag': '"green"|"red"*' })
it.each([
  ['a call that is gone', {}, ['/api/a/b is gone']],
  ['a field that is taken no more', call({ name: 'string*' }, before['/api/a/b']?.gives ?? {}), ['/api/a/b takes kind no more']],
  [
    'a field that is needed',
    call({ name: 'string*', kind: '"x"|"y"', size: 'integer*' }, before['/api/a/b']?.gives ?? {}),
    ['/api/a/b needs size now'],
  ],
  [
    'a value that is refused',
    call({ name: 'string*', kind: '"x"' }, before['/api/a/b']?.gives ?? {}),
    ['/api/a/b takes kind as "y" no more'],
  ],
  [
    'an answer without a field, or with another type',
    call(before['/api/a/b']?.takes ?? {}, { 'data.id': 'null|string' }),
    [
      '/api/a/b gives data.id as null now',
      '/api/a/b gives data.id as string now',
      '/api/a/b may leave data.id out now',
      '/api/a/b gives data.flag no more',
    ],
  ],
  [
    'what is only new',
    { ...call({ name: 'string', kind: '"x"|"y"|"z"' }, { 'data.id': 'integer*', 'data.flag': '"green"|"red"|"x"*' }) },
    [],
  ],
])('control: %s', (_name, after, found) => {
  expect(breakingChanges(before, after)).toEqual(found)
})
