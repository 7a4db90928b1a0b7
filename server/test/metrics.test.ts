import { globSync, readFileSync } from 'node:fs'
import { Registry } from 'prom-client'
import { afterAll, describe, expect, it } from 'vitest'
import { appRouter } from '../src/api/root.ts'
import { endpointsOf } from '../src/api/rest.ts'
import { operations } from '../src/entities/operations/operation-run.ts'
import { createMetrics, surfaces, textOutcomes } from '../src/infra/metrics/metrics.ts'
import { serveMetrics } from '../src/infra/metrics/metrics-server.ts'
import { recordRun } from '../src/infra/metrics/operation-runs.ts'
import { knownMigrations } from '../src/infra/postgres/orm.ts'
import { jobNames } from '../src/infra/queue.ts'
import { failures, faults } from '@portico/shared/words/failures'
import { buildAnswers, buildQuestionnaire, buildWorkshop, questionnaireName } from './support/builders.ts'
import { openPortico } from './support/harness.ts'

const portico = await openPortico()
const { orm } = portico.services
const watched = { orm, databaseUrl: portico.databaseUrl, migrations: knownMigrations().length, jobNames }
const server = await serveMetrics({ port: 0, host: '127.0.0.1' }, watched)
Object.assign(portico.services, { metrics: server.metrics })
afterAll(() => server.close())
await buildQuestionnaire(portico)
await buildWorkshop(portico)

const canary = 'zqxcanary'
const address = `${canary}@respondents.example`
const paths = endpointsOf(appRouter).map(({ path }) => path)

/** Every label and its allowed values; those of Node's own metrics are defined by the library. */
const allowed: Record<string, readonly string[]> = {
  call: paths,
  outcome: ['answered', 'refused', 'unavailable', 'failed', ...textOutcomes],
  id: [...Object.keys(failures), ...Object.keys(faults)],
  surface: surfaces,
  status: ['200', '204', '207', '304', '400', '401', '403', '404', '405', '413', '415', '422', '429', '500', '503'],
  state: ['used', 'idle', 'waiting', 'known', 'applied', 'created', 'retry', 'active', 'failed'],
  queue: ['messages', 'webhooks', 'downloads'],
  job: jobNames,
  operation: operations,
  le: ['0.01', '0.025', '0.05', '0.1', '0.25', '0.5', '1', '2.5', '5', '15', '+Inf'],
}

function strangersIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('portico_'))
    .flatMap((line) => [...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => ({ line, label, value })))
    .filter(({ label, value }) => !allowed[label]?.includes(value))
    .map(({ line }) => line)
}

describe('metrics', () => {
  it('report what happened, but not to whom: every label value is from our own lists', async () => {
    const visitor = await portico.as()
    const rest = { fullName: `${canary} Reyes`, email: address }
    const sent = await visitor.rest('responses/addNewQuestionnaireResponse', {
      name: questionnaireName,
      language: 'en',
      answers: await buildAnswers(rest),
    })
    const { anonymousId } = sent.body.data
    await visitor.rest('auth/login/local', { email: address, password: canary })
    const adam = await portico.as('adam')
    await adam.rest('responses/getAllResponses', { filter: { query: canary } })
    await adam.rest('agency/getAssignedRespondent', { respondent: { anonymousId } })
    for (const url of [
      `/api/${canary}`,
      `/trpc/${canary}`,
      `/trpc/${canary},auth.checkLink?batch=1`,
      `/${canary}?${canary}`,
      `/api/docs/${canary}`,
    ])
      await portico.app.inject({ url, headers: { 'user-agent': canary, authorization: `Bearer ${canary}` } })
    await portico.app.inject({ method: 'POST', url: '/api/responses/checkStatus', payload: `{"${canary}"` })
    portico.mailWorks(false)
    await portico.drain()
    portico.mailWorks(true)
    await portico.drain()

    const text = await (await fetch(server.url)).text()
    expect(text).toContain('portico_calls_total{call="responses.addNewQuestionnaireResponse",outcome="answered"} 1')
    expect(text).toContain('portico_refusals_total{call="auth.login.local",id="INVALID_CREDENTIALS"} 1')
    expect(text).toContain('portico_emails_total{outcome="refused"} 1')
    expect(text).toContain('portico_emails_total{outcome="sent"} 1')
    expect(text).toContain('portico_http_requests_total{surface="pages",status="404"}')
    expect(text).not.toMatch(new RegExp(`${canary}|${anonymousId}|adam`, 'i'))
    expect(strangersIn(text)).toEqual([])
  })

  it('control: a label value from user input is found', async () => {
    const register = new Registry()
    const metrics = await createMetrics(register)
    metrics.call(canary, 1)
    expect(strangersIn(await register.metrics())).not.toEqual([])
  })

  it('report what waits and since when, and when operations last ran', async () => {
    const oldest = async (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await server.text())?.[1])
    await portico.sql(`insert into message (kind, created_at, due_at) values ('reset', now() - interval '1 hour', now())`)
    expect(await oldest('portico_queue_oldest_seconds\\{queue="messages"\\}')).toBeGreaterThanOrEqual(3_600)
    expect(await oldest('portico_queue_depth\\{queue="messages"\\}')).toBe(1)
    await portico.sql(`delete from message where kind = 'reset'`)
    expect(await oldest('portico_queue_depth\\{queue="messages"\\}')).toBe(0)
    await recordRun(portico.databaseUrl, 'backup', 0, new Date(Date.now() - 7_200_000))
    await recordRun(portico.databaseUrl, 'audit-verify', 3)
    expect(await oldest('portico_operation_age_seconds\\{operation="backup"\\}')).toBeGreaterThanOrEqual(7_200)
    expect(await oldest('portico_operation_faults\\{operation="audit-verify"\\}')).toBe(3)
    expect(await oldest('portico_migrations\\{state="applied"\\}')).toBe(knownMigrations().length)
    expect(await oldest('portico_database_up')).toBe(1)
  })

  it('report the age of the oldest audit entry that is not in the chain, although a later id is', async () => {
    const age = async () => Number(/^portico_audit_unchained_seconds (\S+)$/m.exec(await server.text())?.[1])
    await portico.sql('truncate audit_entry, audit_link')
    await portico.sql(`insert into audit_entry (at, action, subjects, request_id)
      select now() - make_interval(mins => minutes), 'x', '{}', 'r' from unnest(array[40, 30, 20]) as minutes`)
    await portico.sql(`insert into audit_link select row_number() over (order by at), id, '\\x00' from audit_entry order by at limit 1`)
    await portico.sql(`insert into audit_link values (2, 1000000000000, '\\x00')`)
    expect(await age()).toBeGreaterThanOrEqual(1_800)
    await portico.sql(`insert into audit_link select 3, id, '\\x00' from audit_entry order by at offset 1 limit 1`)
    expect(await age()).toBeLessThan(1_800)
    await portico.sql(`insert into audit_link select 4, max(id), '\\x00' from audit_entry`)
    expect(await age(), 'control: all are').toBe(0)
  })

  it('report since when a file is made again, not since when it was requested', async () => {
    const waiting = async () => Number(/^portico_queue_oldest_seconds\{queue="downloads"\} (\S+)$/m.exec(await server.text())?.[1])
    await portico.sql(`insert into download (workshop_id, configuration, status, requester_id, initiated_at, started_at, finished_at)
      select workshop.id, '{"flavor":"all"}', 'not-started', account.id, now() - interval '2 hours', now() - interval '1 hour', now() - interval '2 hours'
      from workshop, account limit 1`)
    expect(await waiting()).toBeGreaterThanOrEqual(3_600)
    expect(await waiting()).toBeLessThan(7_200)
    await portico.sql('update download set finished_at = null')
    expect(await waiting(), 'control: a file that was never complete').toBeGreaterThanOrEqual(7_200)
    await portico.sql('delete from download')
  })

  it('are served without a database', async () => {
    const url = Object.assign(new URL(portico.databaseUrl), { port: '1' }).href
    const alone = await serveMetrics({ port: 0, host: '127.0.0.1' }, { ...watched, databaseUrl: url })
    expect(await alone.text()).toContain('portico_database_up 0')
    await alone.close()
  })
})

describe('alerts and dashboards', () => {
  it.each(globSync('scripts/monitoring/*', { cwd: new URL('../..', import.meta.url) }))('%s only uses existing metrics', async (path) => {
    const known = [...(await server.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    const written = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    const named = [...written.matchAll(/\b(?:portico|nodejs|process)_[a-z_0-9]+/g)].map(([name]) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    )
    expect(named).not.toEqual([])
    expect([...new Set(named)].filter((name) => !known.includes(name))).toEqual([])
  })
})
