import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { buildAnswers, questionnaireName } from '../support/builders.ts'
import { freePort } from '../../src/infra/free-port.ts'

const serve = fileURLToPath(new URL('../../../scripts/serve.ts', import.meta.url))
const dataDir = join(tmpdir(), `portico-durability-${randomUUID()}`)
let portal: ChildProcess | undefined
let origin = ''

afterAll(async () => {
  portal?.kill('SIGTERM')
  await new Promise((resolve) => portal?.once('exit', resolve))
  await rm(dataDir, { recursive: true, force: true })
})

it('what was acknowledged survives a kill -9 of the server and of PostgreSQL, and is answered the same again', async () => {
  await start()
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
}, 120_000)

async function start(): Promise<void> {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  portal = spawn(process.execPath, [serve], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: 'ignore',
  })
  for (let tries = 0; tries < 600; tries += 1) {
    if (
      await fetch(`${origin}/health/ready`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new Error('The portal did not come up')
}

async function killAll(): Promise<void> {
  const postmaster = Number((await readFile(await postmasterFile(), 'utf8')).split('\n')[0])
  const gone = new Promise((resolve) => portal?.once('exit', resolve))
  portal?.kill('SIGKILL')
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
