import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../src/app.ts'
import { createLog } from '../src/infra/log.ts'
import { openQueue } from '../src/infra/queue.ts'
import type { HttpServices } from '../src/infra/request-context.ts'
import { allJobs } from '../src/jobs.ts'
import { calls } from './calls/calls.ts'
import { answerIdIn, openWorld, personalText as reason } from './calls/world.ts'
import { auditTrail } from './support/audit-trail.ts'
import { transports, viaRest } from './support/both-transports.ts'
import { buildAnswers, questionnaireName, sampleDefinition, twoReds, workshopName } from './support/builders.ts'
import { openPortico } from './support/harness.ts'

// Personal data of respondents and staff that must not appear anywhere unsealed.
const person = {
  fullName: 'Zqxcanary Person',
  email: 'zqxcanary@respondents.example',
  phone: '+14085559876',
  otherConcerns: 'zqxcanary concern',
}
const staff = { email: 'zqxstaff@example.org', name: 'Zqxstaff Newcomer', password: 'zqxpassword' }
const canary = /zqxcanary|14085559876/i
const anyone = /zqxcanary|14085559876|zqxstaff|zqxpassword/i

const portico = await openPortico()
const world = await openWorld(portico)
const lines: string[] = []
const log = createLog('trace', { write: (line: string) => void lines.push(line) })
const queue = openQueue(portico.databaseUrl, log, { supervise: false })
let mailFails = false
const services: HttpServices = {
  ...portico.services,
  log,
  queue,
  get identityProvider() {
    return portico.services.identityProvider
  },
  async mailer(email) {
    if (mailFails) throw Object.assign(new Error(`550 ${email.to} is not welcome: ${email.text}`), { responseCode: 550 })
    await portico.services.mailer(email)
  },
}
const app = await buildApp(services)
afterAll(async () => {
  await app.close()
  await queue.stop()
})
const drain = () => queue.drain(allJobs(services))
const { accessToken: token = '' } = await portico.as('adam')
const secrets: string[] = [token]

await exerciseEverything()

describe('personal data is stored only sealed', () => {
  it('not in the log, whatever went wrong', () => {
    const whole = lines.join('')
    expect(whole).toContain('unexpected error')
    expect(whole).toContain('a job failed')
    expect(lines.filter((line) => anyone.test(line))).toEqual([])
    for (const secret of secrets) expect(lines.find((line) => line.includes(secret)) ?? '').toBe('')
  })

  it('not in any table, nor in the queue', async () => {
    expect(await tablesWith(canary.source)).toEqual([])
    expect(await tablesWith('zqxpassword')).toEqual([])
    // Staff are identified and invited by their address.
    expect((await tablesWith('zqxstaff')).toSorted()).toEqual(['public.account', 'public.one_time_token'])
  })

  it('not in the files of the database', async () => {
    await portico.sql('checkpoint')
    expect(await filesWith('zqxcanary')).toEqual([])
  })

  it('control: a leak into any of them is found', async () => {
    await portico.sql(`create table leak as select 'about zqxcanary' as told`)
    await portico.sql('checkpoint')
    expect(await tablesWith(canary.source)).toEqual(['public.leak'])
    expect((await filesWith('zqxcanary')).length).toBeGreaterThan(0)
    await portico.sql('drop table leak')
    log.error('about zqxcanary')
    expect(lines.filter((line) => canary.test(line))).toEqual([lines.pop()])
  })
})

describe('someone with the database but without the keyring', () => {
  const decisionColumns = ['account_id', 'decided_at', 'id', 'outside_agency', 'respondent_id', 'sealed']

  it('cannot join a decision to its question', async () => {
    expect(
      await portico.sql(
        `select r.anonymous_id, q.definition->'questions'->((to_jsonb(d)->>'position')::int)->>'identifier' as question, to_jsonb(d)->>'flag' as flag
         from decision d join respondent r on r.id = d.respondent_id join questionnaire q on q.id = r.questionnaire_id
         where to_jsonb(d)->>'position' is not null`,
      ),
    ).toEqual([])
  })

  it('sees only the account, the respondent and the time of a decision', async () => {
    const columns = await portico.sql<{ key: string }>(
      `select distinct key from decision d, jsonb_each(to_jsonb(d)) where value <> 'null' order by key`,
    )
    expect(columns.map(({ key }) => key)).toEqual(decisionColumns)
    const [sealed] = await portico.sql<{ all: number; different: number; lengths: number }>(
      `select count(*)::int as all, count(distinct sealed)::int as different, count(distinct length(sealed))::int as lengths from decision`,
    )
    expect(sealed?.all).toBeGreaterThan(8)
    // With a reason or, as a force-green, without one.
    expect(sealed).toEqual({ all: sealed?.all, different: sealed?.all, lengths: 1 })
  })

  it('finds no rules, whether published, shared for review or tried', async () => {
    const reason = (await sampleDefinition()).questions.find(({ redReason }) => redReason)?.redReason ?? ''
    expect(await portico.sql('select from sealed_definition where review_id is not null')).not.toEqual([])
    expect(await portico.sql('select from sealed_definition where trial_id is not null')).not.toEqual([])
    expect(await portico.sql('select from questionnaire where template is not null')).toEqual([])
    const rules = `redWhen|${reason.replaceAll(/\W/g, '.')}`
    expect(await tablesWith(rules)).toEqual([])
    // Control: an earlier version of Portico stored them so.
    await portico.sql('update questionnaire set definition = $1', [await sampleDefinition()])
    expect(await tablesWith(rules)).toEqual(['public.questionnaire'])
    await portico.sql('update questionnaire set definition = null')
  })

  it('finds no answers in the audit trail', async () => {
    const overrides = (await auditTrail(portico)).filter(({ action }) => action.endsWith('AnswerOverride'))
    const kinds = overrides.flatMap(({ subjects }) => subjects.map((subject) => subject.split(':')[0]))
    expect([...new Set(kinds)]).toEqual(['respondent'])
  })

  it('finds no contact language of a respondent', async () => {
    const found = (value: string) =>
      portico.sql(`select key from respondent r, jsonb_each(to_jsonb(r)) where language = 'en' and value = to_jsonb($1::text)`, [value])
    expect(await found('es')).toEqual([])
    expect(await found('en')).toContainEqual({ key: 'language' })
  })
})

// A respondent, a reviewer and a newcomer do everything possible, and every kind of failure happens once.
async function exerciseEverything(): Promise<void> {
  for (const [, transport] of transports) {
    const submission = {
      name: questionnaireName,
      language: 'en',
      answers: await buildAnswers({ ...person, ...twoReds, contactLanguage: 'es' }),
    }
    const ask = (path: string, input: unknown) => transport(app, path, input, { token })
    const { anonymousId } = (await ask('responses.addNewQuestionnaireResponse', submission)).data
    const respondent = { anonymousId }
    for (const query of ['zqxcanary', person.email, person.phone])
      expect((await ask('responses.getAllResponses', { filter: { query } })).data.meta.count).toBeGreaterThan(0)
    await ask('responses.getRespondentAnswerInfo', { respondent })
    for (const identifier of Object.keys(twoReds))
      await ask('agency.submitAnswerOverride', { answerId: await answerIdIn(world, anonymousId, identifier), flag: 'green', reason })
    await ask('agency.submitRespondentStatusOverride', { respondent, status: { flag: 'green' } })
    await ask('workshops.respondentCheckIn', { respondent })
    await ask('workshops.undoCheckIn', { respondent, reason })
    await ask('responses.withdrawForce', { respondent, reason })
    await ask('agency.submitAnswerOverride', { answerId: 1, flag: 'zqxcanary', reason })
    await ask('agency.submitAnswerOverride', 'zqxcanary')
    await quoteRows(transport, submission)
  }
  await broken(`{"name": "zqxcanary"`)
  await viaRest(app, 'responses.addNewQuestionnaireResponse', {
    name: questionnaireName,
    language: 'en',
    answers: await buildAnswers(person),
  })
  mailFails = true
  await drain()
  mailFails = false
  await newcomer()
  await everyCall()
  await viaRest(app, 'downloads.enqueueDownload', { workshop: { name: workshopName }, configuration: { flavor: 'all' } }, { token })
  await drain()
}

// PostgreSQL quotes the refused row in its error, and a trigger may quote anything.
async function quoteRows(transport: typeof viaRest, submission: object): Promise<void> {
  await portico.sql(
    `create function quote() returns trigger language plpgsql as $$ begin raise exception '% in %', 'zqx' || 'canary', new; end $$`,
  )
  await portico.sql(`create trigger quote before insert on respondent for each row execute function quote()`)
  expect((await transport(app, 'responses.addNewQuestionnaireResponse', submission)).status).toBe(500)
  await portico.sql('drop function quote cascade')
  await portico.sql(`alter table one_time_token add constraint quote check (invitation->>'email' not like 'zqx%') not valid`)
  expect((await transport(app, 'admin.generateRegistrationLink', { account: 'volunteer', email: staff.email }, { token })).status).toBe(500)
  await portico.sql('alter table one_time_token drop constraint quote')
}

async function broken(payload: string): Promise<void> {
  for (const url of ['/api/responses/getAllResponses', '/trpc/responses.getAllResponses'])
    await app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } })
}

// Free text in a sample is `personalText`.
async function everyCall(): Promise<void> {
  for (const [path, { sample }] of Object.entries(calls)) {
    const { input, headers = {}, token: own } = await sample(world)
    const token = own ?? (await portico.as('rosa')).accessToken ?? ''
    expect((await viaRest(app, path, input, { token, headers })).ok, path).toBe(true)
    secrets.push(token)
    // The response of an identity provider, and the cookie it requires.
    if (path === 'auth.singleSignOn.finish')
      secrets.push(...Object.values(z.record(z.string(), z.string()).parse(input)).slice(0, 2), headers['cookie'] ?? '')
  }
}

async function newcomer(): Promise<void> {
  const ask = (path: string, input: unknown) => viaRest(app, path, input, { token })
  const mailed = async (page: string) => {
    await drain()
    const secret = portico.outbox.findLast((email) => email.to === staff.email)?.text.match(new RegExp(`${page}/([\\w-]+)`))?.[1] ?? ''
    expect(secret.length).toBeGreaterThan(20)
    secrets.push(secret)
    return secret
  }
  await ask('admin.generateRegistrationLink', { account: 'volunteer', email: staff.email, purpose: 'Check-in' })
  const registration = { token: await mailed('registration'), name: staff.name, password: staff.password, confirmPassword: staff.password }
  await ask('auth.register.local', { ...registration, confirmPassword: 'zqxpassword too' })
  expect((await ask('auth.register.local', registration)).ok).toBe(true)
  await ask('auth.login.local', { email: staff.email, password: staff.password })
  expect((await ask('auth.register.verify', { code: await mailed('verify-email') })).ok).toBe(true)
  await ask('auth.login.local', { email: staff.email, password: 'zqxpassword, but wrong' })
  const signedIn = await ask('auth.login.local', { email: staff.email, password: staff.password })
  secrets.push(signedIn.data.accessToken)
  await ask('auth.beginResetPassword', { email: staff.email })
  await mailed('reset-password')
}

async function tablesWith(pattern: string): Promise<string[]> {
  const tables = await portico.sql<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await portico.sql<{ n: number }>(`select count(*)::int n from ${name} t where t::text ~* $1`, [pattern])
    if (row && row.n > 0) found.push(name)
  }
  return found
}

async function filesWith(text: string): Promise<string[]> {
  const [row] = await portico.sql<{ folder: string }>(
    `select current_setting('data_directory') || '/base/' || oid as folder from pg_database where datname = current_database()`,
  )
  const folder = row?.folder ?? ''
  const found: string[] = []
  for (const name of await readdir(folder)) if ((await readFile(join(folder, name))).includes(text)) found.push(name)
  return found
}
