import { expect, it } from 'vitest'
import { principals } from '../src/api/access.ts'
import { agreed, endpoints, rowOf } from './calls/calls.ts'
import { openWorld } from './calls/world.ts'
import { viaRest } from './support/both-transports.ts'
import { openPortico } from './support/harness.ts'
import { buildWebhook } from './support/webhooks.ts'

const portico = await openPortico()
await buildWebhook(portico, { url: 'http://127.0.0.1:9/' })
const world = await openWorld(portico)
const number = /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}\b/g
const known = async () => new Set((await portico.sql<{ id: string }>('select anonymous_id as id from respondent')).map(({ id }) => id))
const admitted = agreed.filter(({ cells }) => cells[principals.indexOf('ROOT_USER')] !== '-').map(({ path }) => path)
// Calls about signing in and translating do not concern respondents.
const isOfStaff = (path: string) => path.startsWith('auth.') || path.startsWith('translations.')

it.each(endpoints.map(({ path }) => path).filter((path) => admitted.includes(path) && !isOfStaff(path)))(
  '%s records in the audit trail every respondent in its input and response',
  async (path) => {
    const { input, headers = {}, token } = await rowOf(path).sample(world, 'ROOT_USER')
    const [newest] = await portico.sql<{ id: number }>('select coalesce(max(id), 0)::int as id from audit_entry')
    const caller = token ?? (await portico.as('rosa')).accessToken
    const answer = await viaRest(portico.app, path, input, { token: caller, headers })
    expect(answer.ok).toBe(true)
    const there = await known()
    const met = `${input instanceof FormData ? '' : JSON.stringify(input)} ${answer.text}`.match(number) ?? []
    const entries = await portico.sql<{ subject: string }>(
      `select unnest(subjects) as subject from audit_entry where id > $1 and action = $2`,
      [newest?.id ?? 0, path],
    )
    const named = entries.map(({ subject }) => subject)
    const unnamed = [...new Set(met)].filter((id) => there.has(id) && !named.includes(`respondent:${id}`))
    expect(unnamed).toEqual([])
  },
)
