import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { failures, faults, strictStatusOf, type FailureId } from '@portico/shared/words/failures'
import { buildApp } from '../src/app.ts'
import { createLog } from '../src/infra/log.ts'
import { connect } from '../src/infra/postgres/orm.ts'
import { calls, endpoints, rowOf } from './calls/calls.ts'
import { openWorld } from './calls/world.ts'
import { transports, viaRest, viaTrpc } from './support/both-transports.ts'
import { openPortico } from './support/harness.ts'

const portico = await openPortico()
const world = await openWorld(portico)
let rosa = await portico.as('rosa')

describe('every documented refusal of every call', () => {
  const all = Object.entries(calls).flatMap(([path, { failures: met = {} }]) =>
    Object.keys(met).map((id) => [path, id as FailureId] as const),
  )
  it.each(all)('%s: %s', async (path, id) => {
    for (const [transport, call] of transports) {
      const provocation = await rowOf(path).failures?.[id]?.(world)
      const token = provocation?.token ?? (await portico.as(provocation?.as)).accessToken
      const answer = await call(portico.app, path, provocation?.input, { token, headers: provocation?.headers })
      expect([answer.id, answer.status], answer.text).toEqual([id, transport === 'REST' ? 200 : 400])
      const exact = [
        'INVALID_REQUEST',
        'RED_ANSWERS_REMAIN',
        'ALREADY_SET',
        'CASE_CHANGED',
        'CHANGED_MEANWHILE',
        'CASE_MOVED',
        'UNDO_REFUSED',
        'QUESTION_FILE_ERROR',
        'TEMPLATE_FILE_ERROR',
        'METADATA_FILE_ERROR',
      ]
      if ([...exact, 'UNEXPECTED_METADATA_FILE', 'TRANSLATION_FILE_ERROR', 'QUESTIONNAIRE_NOT_FOUND', 'NOT_FOUND'].includes(id))
        expect(answer.message).toMatch(/\w/)
      else expect(answer.message).toBe(failures[id])
    }
  })
})

describe('a refusal with Prefer: handling=strict', () => {
  // The status depends only on the id, so one call for each id is enough.
  const first = new Map(
    Object.entries(calls).flatMap(([path, { failures: met = {} }]) => Object.keys(met).map((id) => [id as FailureId, path] as const)),
  )
  it.each([...first])('%s has its own status, provoked through %s', async (id, path) => {
    const provocation = await rowOf(path).failures?.[id]?.(world)
    const token = provocation?.token ?? (await portico.as(provocation?.as)).accessToken
    const headers = { ...provocation?.headers, prefer: 'respond-async, Handling="strict"; x=1' }
    const answer = await viaRest(portico.app, path, provocation?.input, { token, headers })
    expect([answer.id, answer.status], answer.text).toEqual([id, strictStatusOf(id)])
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.whole).toContain('handling=strict')
  })
})

const inside =
  /\bat .+\.(ts|js|mjs):\d+|node_modules|\/src\/|select |insert |relation "|does not exist|ECONN|schema|postgres|127\.0\.0\.1|5432/i
const withoutTables = [
  'questionnaires.countDropOff',
  'privacy.getRetention',
  'auth.getOverriddenCredentials',
  'auth.sign-out',
  'auth.tokens.refresh',
  'auth.singleSignOn.getProvider',
  'auth.singleSignOn.getSignOut',
]

describe('an unexpected error', () => {
  const lines: string[] = []
  const log = createLog('error', { write: (line: string) => void lines.push(line) })
  const inputs = new Map<string, unknown>()
  let app = portico.app

  beforeAll(async () => {
    // Some refusals have ended her sessions.
    rosa = await portico.as('rosa')
    app = await buildApp({ ...portico.services, log })
    for (const { path } of endpoints) inputs.set(path, (await rowOf(path).sample(world)).input)
    await portico.sql('alter schema public rename to elsewhere')
  })
  afterAll(async () => {
    await portico.sql('alter schema elsewhere rename to public')
    await app.close()
  })

  it.each(endpoints.map(({ path }) => path))('in %s is exposed only as a correlation id', async (path) => {
    for (const token of [undefined, rosa.accessToken]) {
      for (const [, call] of transports) {
        const answer = await call(app, path, inputs.get(path), { token })
        if (token === undefined && (answer.status === 401 || withoutTables.includes(path))) continue
        expect([answer.status, answer.id, answer.message], answer.text).toEqual([500, 'INTERNAL_ERROR', faults.INTERNAL_ERROR.message])
        const correlationId = /"correlationId":"([0-9a-f-]{36})"/.exec(answer.text)?.[1] ?? 'none'
        expect(answer.text.replace(correlationId, '')).not.toMatch(inside)
        expect(lines.filter((line) => line.includes(correlationId)).length, path).toBeGreaterThan(0)
      }
    }
  })

  it('is the same for every NODE_ENV', async () => {
    const before = process.env['NODE_ENV']
    for (const value of ['development', 'production', 'test']) {
      process.env['NODE_ENV'] = value
      for (const call of [viaRest, viaTrpc]) {
        const answer = await call(app, 'workshops.getDefaultWorkshop', {})
        expect(answer.text).not.toMatch(inside)
        expect(answer.text).not.toContain('stack')
      }
    }
    process.env['NODE_ENV'] = before
  })
})

describe('an unreachable database', () => {
  it('is answered with 503 and a correlation id, until it is reachable again', async () => {
    const orm = await connect('postgresql://portico:secret-word@127.0.0.1:9/nowhere')
    const away = await buildApp({ ...portico.services, orm })
    for (const [path, token] of [
      ['workshops.getDefaultWorkshop', undefined],
      ['responses.addNewQuestionnaireResponse', undefined],
      ['getMyProfile', rosa.accessToken],
      ['agency.saveAgency', rosa.accessToken],
    ] as const) {
      const { input } = await rowOf(path).sample(world)
      for (const [, call] of transports) {
        const answer = await call(away, path, input, { token })
        expect([answer.status, answer.id, answer.message], answer.text).toEqual([503, 'UNAVAILABLE', faults.UNAVAILABLE.message])
        expect(answer.text).toMatch(/"correlationId":"[0-9a-f-]{36}"/)
        expect(answer.text).not.toMatch(/secret-word|ECONN|127\.0\.0\.1/)
      }
    }
    const ready = await away.inject({ method: 'GET', url: '/health/ready' })
    expect([ready.statusCode, ready.json().error_id, typeof ready.json().correlationId]).toEqual([503, 'UNAVAILABLE', 'string'])
    expect((await away.inject({ method: 'GET', url: '/health/live' })).statusCode).toBe(200)
    await away.close()
    await orm.close(true)
  })
})
