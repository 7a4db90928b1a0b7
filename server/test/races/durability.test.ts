import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAnswers, questionnaireName } from '../support/builders.ts'
import { PortalProcess } from '../support/portal-process.ts'
import { openReceiver } from '../support/webhooks.ts'

const serve = fileURLToPath(new URL('../../../scripts/serve.ts', import.meta.url))
const dataDir = join(tmpdir(), `portico-durability-${randomUUID()}`)
let portal: PortalProcess | undefined
let origin = ''

beforeAll(start, 300_000)

afterAll(async () => {
  await portal?.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

it('an acknowledged submission survives a kill -9 of the server and of PostgreSQL, and gets the same response again', async () => {
  const submission = {
    name: questionnaireName,
    language: 'en',
    answers: await buildAnswers({ fullName: 'Kept Forever' }),
    idempotencyKey: randomUUID(),
  }
  const first = await post('responses/addNewQuestionnaireResponse', submission)
  await killAll()
  expect(first).toMatchObject({ success: true })

  await start()
  expect(await post('responses/addNewQuestionnaireResponse', submission)).toEqual(first)
  const { accessToken } = await post('auth/login/local', { email: 'adam@portico.example', password: 'portico-seed' })
  const list = await post('responses/getAllResponses', { filter: { query: 'kept forever' } }, accessToken)
  expect(list.data.items.map((item: { respondent: { anonymousId: string } }) => item.respondent.anonymousId)).toEqual([
    first.data.anonymousId,
  ])
}, 300_000)

it('a kill -9 while webhooks are sent loses no event and sends none under two ids', async () => {
  const receiver = await openReceiver()
  const { accessToken: token } = await post('auth/login/local', { email: 'rosa@portico.example', password: 'portico-seed' })
  const events = ['respondent.submitted', 'respondent.decided']
  expect(await post('webhooks/createWebhook', { name: 'Case system', url: receiver.url, events }, token)).toMatchObject({ success: true })
  // The receiver accepts the tenth, and the portal dies before it gets the response.
  const died = new Promise<void>((resolve) => {
    receiver.answer = (response) => {
      if (receiver.received.length < 10) return response.writeHead(204).end()
      if (receiver.received.length === 10) void portal?.end('SIGKILL').then(resolve)
    }
  })
  const answers = await buildAnswers({ hasGreenCard: 'unsure' })
  const sent: string[] = []
  for (let count = 0; count < 20; count += 1) {
    const answer = await post('responses/addNewQuestionnaireResponse', { name: questionnaireName, language: 'en', answers }).catch(
      () => null,
    )
    if (answer?.success) sent.push(answer.data.anonymousId)
    if (receiver.received.length >= 10) break
  }
  await died
  receiver.answer = (response) => void response.writeHead(204).end()
  await start()
  const { accessToken } = await post('auth/login/local', { email: 'rosa@portico.example', password: 'portico-seed' })
  for (const anonymousId of sent)
    await post('agency/submitRespondentStatusOverride', { respondent: { anonymousId }, status: { flag: 'red', reason: 'x' } }, accessToken)
  const told = (type: string) => receiver.received.filter(({ message }) => message.type === type)
  const numbers = (type: string) => new Set(told(type).map(({ message }) => String(message.data['anonymousId'])))
  await expect.poll(() => sent.every((id) => numbers('respondent.decided').has(id)), { timeout: 60_000 }).toBe(true)
  expect(sent.filter((id) => !numbers('respondent.submitted').has(id))).toEqual([])
  for (const type of events) {
    const ids = new Set(told(type).map(({ headers }) => headers['webhook-id']))
    expect(ids.size).toBe(numbers(type).size)
  }
  // The event that was accepted when the portal died is sent once more, unchanged.
  const [tenth, ...again] = receiver.received.filter(({ headers }) => headers['webhook-id'] === receiver.received[9]?.headers['webhook-id'])
  expect(again.map(({ body }) => body)).toEqual([tenth?.body])
  for (const id of sent) {
    const about = receiver.received.filter(({ message }) => message.data['anonymousId'] === id).map(({ message }) => message.type)
    expect(about.lastIndexOf('respondent.submitted')).toBeLessThan(about.indexOf('respondent.decided'))
  }
}, 300_000)

async function start(): Promise<void> {
  portal = await PortalProcess.onFreePort(serve, async () => ({ DATA_DIR: dataDir, WEBHOOK_LOOPBACK: 'on' }))
  origin = `http://127.0.0.1:${portal.port}`
}

async function killAll(): Promise<void> {
  const postmaster = Number((await readFile(await postmasterFile(), 'utf8')).split('\n')[0])
  const gone = portal?.end('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await gone
}

async function postmasterFile(): Promise<string> {
  const { glob } = await import('node:fs/promises')
  for await (const file of glob('**/postmaster.pid', { cwd: dataDir })) return join(dataDir, file)
  throw new Error('PostgreSQL has no pid file')
}

async function post(path: string, body: unknown, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as any
}
