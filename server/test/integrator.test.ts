import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { freePort } from '../src/infra/free-port.ts'
import { openSandbox } from '../src/seed/sandbox.ts'
import { seedCredentials } from '../src/seed/seed-accounts.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds, workshopName } from './support/builders.ts'
import { openPortico } from './support/harness.ts'

// Simulates an integrator who knows only the portal's URL, an admin's sign-in and the documentation.
const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const address = await portico.app.listen({ port: 0, host: '127.0.0.1' })
const folder = await mkdtemp(join(tmpdir(), 'portico-integrator-'))
const run = promisify(execFile)
const programs: ReturnType<typeof spawn>[] = []
afterAll(async () => {
  for (const program of programs) program.kill()
  await rm(folder, { recursive: true, force: true })
})

async function call(path: string, input: unknown, token?: string): Promise<any> {
  const headers = { 'content-type': 'application/json', prefer: 'handling=strict', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${address}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(input) })
  const body: any = await answer.json()
  expect(answer.status, JSON.stringify(body)).toBe(200)
  return body.data ?? body
}

it('the documented five-minute example works with the sandbox', async () => {
  const { info } = (await (await fetch(`${address}/api/openapi.json`)).json()) as { info: { description: string } }
  const blocks = info.description.split(/^```\n/m)
  await writeFile(join(folder, 'try_it.py'), blocks[blocks.findIndex((text) => text.includes('`try_it.py`')) + 1] ?? '')
  const tokens = () => portico.sql('select from api_token where revoked_at is null')
  const before = await tokens()
  await openSandbox(portico.services)
  const { token, workshopName: sandbox } = await openSandbox(portico.services)
  const env = { ...process.env, PORTICO_URL: address, PORTICO_TOKEN: token }
  const { stdout } = await run('python3', ['try_it.py'], { cwd: folder, env })
  expect(stdout).toMatch(/^sent: .{15}\nflag: (green|in-progress)\n$/)
  expect(await tokens()).toHaveLength(before.length + 1)
  const adam = await portico.as('adam')
  await adam.call.workshops.deleteTestWorkshop({ name: sandbox, confirm: sandbox })
})

it('the documentation alone is enough to get from a token to a webhook to a download', { timeout: 60_000 }, async () => {
  const { info } = (await (await fetch(`${address}/api/openapi.json`)).json()) as { info: { description: string } }
  const blocks = info.description.split(/^```\n/m)
  for (const name of ['list-respondents.sh', 'sync.py', 'receive.ts']) {
    const before = blocks.findIndex((text) => text.includes(`\`${name}\``))
    await writeFile(join(folder, name), blocks[before + 1] ?? '')
  }

  const { accessToken } = await call('auth/login/local', seedCredentials)
  const expiresAt = new Date(portico.services.clock().getTime() + 86_400_000).toISOString()
  const { token } = await call('admin/createApiToken', { name: 'Case system', calls: ['responses', 'downloads'], expiresAt }, accessToken)
  const port = await freePort()
  const events = ['respondent.submitted', 'download.ready']
  const webhook = { name: 'Case system', url: `http://127.0.0.1:${port}/`, events }
  const { secret } = await call('webhooks/createWebhook', webhook, accessToken)
  const env = { ...process.env, PORTICO_URL: address, PORTICO_TOKEN: token, WEBHOOK_SECRET: secret, PORT: String(port) }
  const said = start('receive.ts', env)

  const green = await buildRespondent(portico)
  const red = await buildRespondent(portico, twoReds)
  const list = JSON.parse((await run('sh', ['list-respondents.sh', workshopName], { cwd: folder, env })).stdout)
  expect(list.data.items.map((item: any) => item.respondent.anonymousId)).toEqual([red, green])
  const sync = async () => (await run('python3', ['sync.py'], { cwd: folder, env })).stdout.trim().split('\n')
  expect(await sync()).toEqual([`${green} green`, `${red} in-progress`])
  await portico.sql('update respondent set wrapped_key = null where anonymous_id = $1', [red])
  expect(await sync()).toEqual([`${red} deleted`])

  const { downloadId } = await call(
    'downloads/enqueueDownload',
    { workshop: { name: workshopName }, configuration: { flavor: 'all' } },
    token,
  )
  await expect.poll(() => reachable(port)).toBe(true)
  await portico.drain()
  await portico.drain()
  await expect
    .poll(() => said.join('').trim().split('\n').toSorted(), { timeout: 20_000 })
    .toEqual([`download.ready ${downloadId}`, `respondent.submitted ${green}`, `respondent.submitted ${red}`].toSorted())
  expect(await readdir(folder)).toContain(`download-${downloadId}.xlsx`)
  expect((await readFile(join(folder, `download-${downloadId}.xlsx`))).subarray(0, 2).toString()).toBe('PK')
})

function start(program: string, env: NodeJS.ProcessEnv): string[] {
  const said: string[] = []
  // The tests use a fixed clock, and a receiver refuses old messages, so its clock is set to theirs.
  const clock = `data:text/javascript,Date.now = () => ${portico.services.clock().getTime()}`
  const running = spawn(process.execPath, ['--no-warnings', '--import', clock, program], { cwd: folder, env })
  for (const stream of [running.stdout, running.stderr]) stream.setEncoding('utf8').on('data', (text: string) => said.push(text))
  programs.push(running)
  return said
}

async function reachable(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }).then(
    ({ status }) => status === 401,
    () => false,
  )
}
