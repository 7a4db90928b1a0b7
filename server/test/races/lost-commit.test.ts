import { connect as openSocket, createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, expect, inject, it } from 'vitest'
import { buildAnswers, buildQuestionnaire, buildWorkshop, questionnaireName } from '../support/builders.ts'
import { openPortico } from '../support/harness.ts'
import { buildApp } from '../../src/app.ts'
import { connect } from '../../src/infra/postgres/orm.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const line = await openLine(Number(new URL(inject('pgApp')).port))
const ownUrl = Object.assign(new URL(inject('pgApp')), { port: String(line.port), pathname: new URL(portico.databaseUrl).pathname })
const orm = await connect(ownUrl.href, { poolSize: 2 })
const app = await buildApp({ ...portico.services, orm })

afterAll(async () => {
  await app.close()
  await orm.close(true)
  line.server.close()
})

it('a submission whose commit is not acknowledged is stored once, and its sender gets the stored number', async () => {
  const send = async () => {
    const answers = await buildAnswers({ email: '', fullName: 'Heard Once' })
    const payload = { name: questionnaireName, language: 'en', answers }
    return (await app.inject({ method: 'POST', url: '/api/responses/addNewQuestionnaireResponse', payload })).json()
  }
  const heard = await send()
  line.loseNextCommit()
  const lost = await send()
  expect(line.losses()).toBe(1)
  expect(lost).toEqual({ success: true, data: { anonymousId: expect.any(String) } })
  const stored = await portico.sql<{ id: string }>('select anonymous_id as id from respondent order by respondent.id')
  expect(stored.map(({ id }) => id)).toEqual([heard.data.anonymousId, lost.data.anonymousId])
  expect(await portico.sql(`select id from audit_entry where action = 'responses.addNewQuestionnaireResponse'`)).toHaveLength(2)
})

/** Opens a proxy to PostgreSQL that can be cut between a commit and its response. */
async function openLine(port: number) {
  let armed = false
  let losses = 0
  const server: Server = createServer((near) => {
    const far = openSocket(port, '127.0.0.1')
    let losing = false
    near.on('data', (bytes) => {
      if (armed && /commit/i.test(bytes.toString('latin1'))) [armed, losing] = [false, true]
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (!losing) return near.write(bytes)
      losses += 1
      return near.destroy()
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    server,
    port: (server.address() as AddressInfo).port,
    loseNextCommit: () => void (armed = true),
    losses: () => losses,
  }
}
