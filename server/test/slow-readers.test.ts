import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, expect, it, vi } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from './support/builders.ts'
import { openPortico } from './support/harness.ts'
import { newStaff } from './support/staff.ts'
import { buildApp } from '../src/app.ts'
import type { HttpServices } from '../src/infra/request-context.ts'

const portico = await openPortico()
/** Longer than any busy machine stalls. */
const patience = 120_000
const many = 8
const cases = 5
await buildQuestionnaire(portico)
await buildWorkshop(portico)
for (let number = 0; number < cases; number += 1) await buildRespondent(portico, { ...twoReds, email: `case${number}@respondents.example` })
const opened: Awaited<ReturnType<typeof buildApp>>[] = []
afterAll(() => Promise.all(opened.map((app) => app.close())))

it('a connection whose reader stops is closed, and one that reads on in time gets everything', async () => {
  const [hurried, patient] = [await listen(portico.services, 1_000), await listen(portico.services, patience)]
  const accepted = once(hurried.server, 'connection')
  const [stopped, late] = [ask(hurried.port).pause(), ask(patient.port).pause()]
  const [connection] = await accepted
  await expect.poll(() => connection.destroyed).toBe(true)
  stopped.destroy()
  expect(await readAll(late)).toBe(many)
})

it('a stream of rows that waits for a rate limit stays open and is complete', async () => {
  let asked = 0
  const rateLimits: HttpServices['rateLimits'] = {
    ...portico.services.rateLimits,
    async countApproximately() {
      asked += 1
      return { within: asked !== 3, hits: asked, allowed: 3, seconds: 60, retryAfter: 1 }
    },
  }
  const { server, port } = await listen({ ...portico.services, rateLimits }, patience)
  const accepted = once(server, 'connection').then(([socket]) => vi.spyOn<Socket, 'setTimeout'>(socket, 'setTimeout'))
  const { accessToken } = await portico.as('rosa')
  const accounts = await portico.sql('select from account')
  const answer = await fetch(`http://127.0.0.1:${port}/api/admin/getAccountList`, {
    method: 'POST',
    headers: { accept: 'application/x-ndjson', 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ pagination: { count: Math.ceil(accounts.length / 3) } }),
  })
  const rows = (await answer.text()).split('\n').filter(Boolean)
  expect(rows).toHaveLength(accounts.length)
  // While it waits, there is nothing to read.
  expect((await accepted).mock.calls.slice(0, 3)).toEqual([[patience], [0], [patience]])
})

it.each([
  ['is aborted if its reader loses a membership, rather than end as if complete', `delete from agency_member where account_id = $1`],
  ['is aborted if its reader loses a role', `update account set roles = '{AGENCY}' where id = $1`],
  [
    'is aborted if its reader’s agency leaves the workshop',
    `delete from workshop_agency where agency_id = (select agency_id from agency_member where account_id = $1)`,
  ],
  ['control: is complete if nothing is lost', `update account set name = 'Other' where id = $1`],
])('a stream of rows %s', async (what, lose) => {
  const agencyId = (await (await portico.as('ana')).call.agency.getMyAgencyList())[0]?.id ?? 0
  await portico.sql('update respondent set agency_id = $1', [agencyId])
  const { id: workshopId } = (await portico.sql<{ id: number }>('select id from workshop'))[0] ?? {}
  await portico.sql('insert into workshop_agency (workshop_id, agency_id) values ($1, $2) on conflict do nothing', [workshopId, agencyId])
  const reader = await newStaff(portico)
  await portico.sql(`insert into agency_member (agency_id, account_id) values ($1, $2)`, [agencyId, reader.id])
  await portico.sql(`update account set roles = '{AGENCY,ADMIN_USER}' where id = $1`, [reader.id])
  let asked = 0
  const rateLimits: HttpServices['rateLimits'] = {
    ...portico.services.rateLimits,
    async countApproximately() {
      asked += 1
      if (asked === 2) await portico.sql(lose, [reader.id])
      return { within: true, hits: asked, allowed: 100, seconds: 60, retryAfter: 1 }
    },
  }
  const { port } = await listen({ ...portico.services, rateLimits }, patience)
  const answer = await fetch(`http://127.0.0.1:${port}/api/agency/getAssignedRespondents`, {
    method: 'POST',
    headers: { accept: 'application/x-ndjson', 'content-type': 'application/json', authorization: `Bearer ${reader.token}` },
    body: JSON.stringify({ agencyId, includeGreen: true, includeRed: true, includeInProgress: true, pagination: { count: 1 } }),
  })
  const text = answer.text()
  if (what.startsWith('control')) expect((await text).split('\n').filter(Boolean)).toHaveLength(cases)
  else await expect(text).rejects.toThrow('terminated')
})

/** Starts a server that closes connections after `readerMs` without reading. */
async function listen(services: HttpServices, readerMs: number) {
  const app = await buildApp(services, { trustProxy: false, readerMs })
  await app.listen({ port: 0, host: '127.0.0.1' })
  opened.push(app)
  return { server: app.server, port: (app.server.address() as AddressInfo).port }
}

// Requests more than the network buffers.
function ask(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const request = 'GET /api/openapi.json HTTP/1.1\r\nhost: portico.test\r\n'
  socket.write(`${request}\r\n`.repeat(many - 1) + `${request}connection: close\r\n\r\n`)
  return socket
}

async function readAll(socket: Socket): Promise<number> {
  let answers = 0
  for await (const chunk of socket) answers += String(chunk).split('HTTP/1.1 200').length - 1
  return answers
}
