import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { expect, it } from 'vitest'
import { buildAnswers, buildQuestionnaire, buildWorkshop, questionnaireName } from './support/builders.ts'
import { openPortico } from './support/harness.ts'
import { stopServer } from '../src/stopping.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)

it('a submission in flight while Portico stops still gets its response', async () => {
  await portico.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = portico.app.server.address() as AddressInfo
  const held = new pg.Client(portico.databaseUrl)
  await held.connect()
  await held.query('begin')
  await held.query('lock table audit_entry in share row exclusive mode')
  const answers = await buildAnswers()
  const answered = fetch(`http://127.0.0.1:${port}/api/responses/addNewQuestionnaireResponse`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: questionnaireName, language: 'en', answers }),
  })
  await expect.poll(() => waiting()).toBe(1)
  const stopped = stopServer(portico.app)
  const ready = await fetch(`http://127.0.0.1:${port}/health/ready`)
  expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
  await expect.poll(() => portico.app.server.listening).toBe(false)
  await held.query('commit')
  await held.end()
  expect(await (await answered).json()).toMatchObject({ success: true })
  await stopped
}, 20_000)

async function waiting(): Promise<number | undefined> {
  const rows = await portico.sql<{ many: number }>(
    `select count(*)::int as many from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.many
}
