import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startSession } from '../support/start-session.ts'
import { viaRest } from '../support/both-transports.ts'
import { buildApiToken } from '../support/api-tokens.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, sampleForm, workshopName } from '../support/builders.ts'
import { openPortico, type Person } from '../support/harness.ts'
import { holdLock } from '../support/held-lock.ts'
import { SoftwareAuthenticator } from '../support/software-authenticator.ts'
import { newStaff, setUpApp, type Staff } from '../support/staff.ts'

const portico = await openPortico()
const questionnaireId = await buildQuestionnaire(portico)
await buildWorkshop(portico)
const origin = await portico.app.listen({ port: 0, host: '127.0.0.1' })

const inADay = () => new Date(portico.services.clock().getTime() + 86_400_000).toISOString()
const ask = (token: string, path: string, input?: unknown) => viaRest(portico.app, path, input, { token })
const take = {
  'was disabled': { change: { disabled: true }, refusal: 'UNAUTHENTICATED' },
  'lost its role': { change: { roles: ['VOLUNTEERV1'] }, refusal: 'FORBIDDEN' },
}

/** Calls that give power to an accomplice or to the caller, with their input. */
const powers: readonly (readonly [string, (accomplice: Staff, caller: Staff) => unknown])[] = [
  ['admin.updateAccount', ({ id }) => ({ id, roles: ['ROOT_USER'] })],
  ['admin.updateAccount', (_, { id }) => ({ id, roles: ['ROOT_USER'] })],
  ['admin.updateAccount', (_, { id }) => ({ id, workshopNames: [workshopName] })],
  ['admin.removeSecondFactors', ({ id }) => ({ id })],
  ['admin.generateRegistrationLink', () => ({ email: 'accomplice@example.org', account: 'root', purpose: 'Help.' })],
  ['admin.createApiToken', () => ({ name: 'Sync', calls: ['responses'], expiresAt: inADay() })],
  ['agency.saveReminder', () => ({ email: false })],
]

// The shared lock lets other shared ones pass a waiting change.
describe.each(Object.entries(take))('an account that %s meanwhile', (_how, { change, refusal }) => {
  const takeFrom = async ({ id }: Staff) => {
    const root = await newStaff(portico, 'ROOT_USER')
    expect(await ask(root.token, 'admin.updateAccount', { id, ...change })).toMatchObject({ ok: true })
  }

  it('makes no call that waited for its turn', async () => {
    const admin = await newStaff(portico, 'ADMIN_USER')
    const [held, other] = [{ anonymousId: await buildRespondent(portico) }, { anonymousId: await buildRespondent(portico) }]
    const lock = await holdLock(portico, 'select id from respondent where anonymous_id = $1 for update', [held.anonymousId])
    const withdraw = (respondent: typeof held) => ask(admin.token, 'corrections.withdrawRespondent', { respondent, reason: 'Asked.' })
    const running = [withdraw(held), withdraw(held)]
    await lock.untilWaiting(2)
    const waiting = withdraw(other)
    expect(await ask(admin.token, 'getMyProfile')).toMatchObject({ ok: true })
    await takeFrom(admin)
    await lock.release()
    expect(await waiting).toMatchObject({ ok: false, id: refusal })
    await Promise.all(running)
    expect(
      await portico.sql('select 1 from stopped_respondent join respondent on respondent.id = respondent_id where anonymous_id = $1', [
        other.anonymousId,
      ]),
    ).toEqual([])
  })

  it('publishes no questionnaire whose files were still arriving', async () => {
    const admin = await newStaff(portico, 'ADMIN_USER')
    const answer = await upload(admin, () => takeFrom(admin))
    expect(answer).toMatchObject({ success: false, error_id: refusal })
  })

  it.each(powers)('has no %s made that waited for the change', async (path, inputFor) => {
    const [admin, accomplice] = [await newStaff(portico, 'ROOT_USER'), await newStaff(portico, 'VOLUNTEERV1')]
    const lock = await holdLock(portico, 'select id from account where id = $1 for share', [admin.id])
    const taking = takeFrom(admin)
    await lock.untilWaiting(1)
    const making = ask(admin.token, path, inputFor(accomplice, admin))
    await lock.untilWaiting(2)
    await lock.release()
    await taking
    expect(await making).toMatchObject({ ok: false, id: refusal })
    expect(await portico.sql('select roles from account where id = $1', [accomplice.id])).toEqual([{ roles: ['VOLUNTEERV1'] }])
    expect(await portico.sql('select roles, disabled_at is null as enabled from account where id = $1', [admin.id])).toEqual([
      'roles' in change ? { roles: change.roles, enabled: true } : { roles: ['ROOT_USER'], enabled: false },
    ])
  })
})

it.each(powers)('a session that was ended meanwhile has no %s made that waited for it', async (path, inputFor) => {
  const [root, admin, accomplice] = [
    await newStaff(portico, 'ROOT_USER'),
    await newStaff(portico, 'ROOT_USER'),
    await newStaff(portico, 'VOLUNTEERV1'),
  ]
  const lock = await holdLock(portico, 'select id from account where id = $1 for share', [admin.id])
  const ending = ask(root.token, 'admin.removeSecondFactors', { id: admin.id })
  await lock.untilWaiting(1)
  const making = ask(admin.token, path, inputFor(accomplice, admin))
  await lock.untilWaiting(2)
  await lock.release()
  expect([(await ending).ok, (await making).id]).toEqual([true, 'UNAUTHENTICATED'])
})

it.each([
  ['was ended meanwhile', 'update session set revoked_at = now() where account_id = $1', { ok: false, id: 'UNAUTHENTICATED' }, 0],
  ['goes on (control)', `update session set browser = 'Other' where account_id = $1`, { ok: true }, 1],
])('a session that %s uses up a recovery code only if it goes on', async (_how, change, answer, used) => {
  const admin = await newStaff(portico, 'ADMIN_USER')
  const { recoveryCodes } = await setUpApp(portico, admin)
  const lock = await holdLock(portico, change, [admin.id])
  const proving = ask(admin.token, 'auth.mySignIn.reauthenticate', { code: recoveryCodes[0] })
  await lock.untilWaiting(1)
  await lock.release()
  expect(await proving).toMatchObject(answer)
  expect(await portico.sql('select id from recovery_code where account_id = $1 and used_at is not null', [admin.id])).toHaveLength(used)
})

it('an API token that was revoked meanwhile publishes nothing that waited for another', async () => {
  const { id, token } = await buildApiToken(portico, { calls: ['questionnaires/publishAgain'] })
  const publish = () => ask(token, 'questionnaires.publishAgain', { id: questionnaireId })
  expect(await publish(), 'control').toMatchObject({ ok: true })
  const lock = await holdLock(portico, 'lock table questionnaire in share mode')
  const publishing = publish()
  await lock.untilWaiting(1)
  await portico.sql('update api_token set revoked_at = now() where id = $1', [id])
  await lock.release()
  expect(await publishing).toMatchObject({ ok: false, id: 'UNAUTHENTICATED' })
})

it('control: a questionnaire whose files arrive slowly is published', async () => {
  const answer = await upload(await newStaff(portico, 'ADMIN_USER'), async () => {})
  expect(answer).toMatchObject({ success: true })
})

it('a session that the first second factor of its account ends adds none of its own', async () => {
  const owner = await newStaff(portico)
  const other = await portico.withToken((await startSession(portico.services, owner.id)).accessToken)
  const newPasskey = async ({ call }: Person) => new SoftwareAuthenticator().create(await call.auth.mySignIn.beginPasskey())
  const [own, foreign] = [await newPasskey(await owner.now()), await newPasskey(other)]
  const lock = await holdLock(portico, 'select id from account where id = $1 for update', [owner.id])
  const first = ask(owner.token, 'auth.mySignIn.finishPasskey', { name: 'Mine', passkey: own })
  await lock.untilWaiting(1)
  const second = ask(other.accessToken ?? '', 'auth.mySignIn.finishPasskey', { name: 'Theirs', passkey: foreign })
  await lock.untilWaiting(2)
  await lock.release()
  expect([(await first).ok, (await second).id]).toEqual([true, 'UNAUTHENTICATED'])
  expect(await portico.sql('select name from passkey where account_id = $1', [owner.id])).toEqual([{ name: 'Mine' }])
})

it.each([
  ['admin.updateAccount', { roles: ['VOLUNTEERV1'] }],
  ['admin.updateAccount', { disabled: true }],
  ['admin.updateAccount', { agencyIds: [] }],
  ['admin.removeSecondFactors', {}],
])('control: %s of the own account takes rights: %j', async (path, change) => {
  await newStaff(portico, 'ROOT_USER')
  const { id, token } = await newStaff(portico, 'ROOT_USER')
  expect(await ask(token, path, { id, ...change })).toMatchObject({ ok: true })
})

it.each(['ended meanwhile', 'goes on'])('what the public may do is done whatever the session of the browser: it %s', async (end) => {
  const email = `${end.replaceAll(' ', '-')}@respondents.example`
  const anonymousId = await buildRespondent(portico, { email })
  const volunteer = await newStaff(portico, 'VOLUNTEERV1')
  const lock = await holdLock(portico, 'select id from respondent where anonymous_id = $1 for update', [anonymousId])
  const asked = await ask(volunteer.token, 'privacy.sendLink', { respondent: { anonymousId }, contact: email, kind: 'delete' })
  expect(asked).toMatchObject({ ok: true })
  await lock.untilWaiting(1)
  if (end === 'ended meanwhile') expect(await ask(volunteer.token, 'auth.sign-out')).toMatchObject({ ok: true })
  await lock.release()
  await portico.drain()
  expect(portico.outbox.filter(({ to, text }) => to === email && text.includes('/yourData#'))).toHaveLength(1)
})

/** Uploads the sample in two parts, and calls this in between. */
async function upload({ token }: Staff, between: () => Promise<unknown>): Promise<unknown> {
  const sent = new Request(origin, { method: 'POST', body: await sampleForm() })
  const bytes = Buffer.from(await sent.arrayBuffer())
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': sent.headers.get('content-type') ?? '',
    'content-length': bytes.length,
  }
  const call = request(`${origin}/api/questionnaires/addNewFullQuestionnaire`, { method: 'POST', headers })
  const answered = once(call, 'response')
  call.write(bytes.subarray(0, -200))
  await pause(300)
  await between()
  call.end(bytes.subarray(-200))
  const [response] = (await answered) as [IncomingMessage]
  return json(response)
}
