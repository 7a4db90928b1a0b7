import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faults } from '@portico/shared/words/failures'
import { createRateLimits, defaultRateLimits, type RateLimitName } from '../../src/infra/security/rate-limits.ts'
import { openWorld, workshopDay } from '../calls/world.ts'
import { transports, viaRest, viaTrpc, type Answer, type Calling } from '../support/both-transports.ts'
import { buildAnswers, questionnaireName } from '../support/builders.ts'
import { openPortico } from '../support/harness.ts'
import { solve } from '../support/proofs.ts'
import { fillHall } from './workshop-hall.ts'
import { openReplica } from '../support/replicas.ts'

const portico = await openPortico()
await openWorld(portico)
const hits = 6

interface Attempt {
  readonly path: string
  readonly input: unknown
  readonly calling?: Calling
}

let turn = 0
const here = { address: '203.0.113.7' }
const elsewhere = () => ({ address: `198.51.100.${(turn += 1) % 250}` })
const lookup = () => (turn += 1).toString(16).padStart(32, '0')
const submission = async () => ({ name: questionnaireName, language: 'en', answers: await buildAnswers() })
const onlyTitle = () => {
  const form = new FormData()
  form.append('title', 'unfinished')
  return form
}
const status = (anonymousId: string, calling: Calling) => ({
  path: 'responses.getStatus',
  input: { respondent: { anonymousId }, contact: 'x@y.example' },
  calling,
})
const signIn = (email: string) => ({ path: 'auth.login.local', input: { email, password: 'not the password' } })

// The others respond differently: see `attempts.test.ts`, `links.test.ts`, `notes.test.ts`, `request-limits.test.ts`, `seat-notices.test.ts`, `texts.test.ts`,
// `drop-off.test.ts`, and below.
type RefusingLimit = Exclude<
  RateLimitName,
  | 'proofOnce'
  | 'mentionPerColleagueAndCase'
  | 'repliesPerNumber'
  | 'dropOffs'
  | 'callsPerToken'
  | 'privacyLinkPerNumber'
  | 'privacyLinkPerMailbox'
  | 'callsPerLink'
  | 'passwordsPerLink'
  | 'resumePerRespondent'
  | 'correctionPerRespondent'
  | 'seatOffersPerAddress'
  | 'seatNoticesPerAddress'
  | 'draftTransferPerAddressAndDay'
  | 'signInPerAccountAndAddress'
  | 'signInPerAccount'
  | 'signInPerKnownDevice'
  | 'resetPerAccountAndAddress'
  | 'resetPerAccountAddressAndDay'
  | 'resetPerAccount'
  | 'resetPerAccountAndDay'
  | 'resetPerAccountPastDay'
  | 'endedSessionUses'
>

const respondent = { anonymousId: 'AAAA-AAAA' }
function atDoor(index: number): Attempt {
  switch (index % 4) {
    case 0:
      return { path: 'workshops.syncCheckIns', input: { name: 'nowhere', deviceId: randomUUID(), events: [] } }
    case 1:
      return { path: 'workshops.respondentCheckIn', input: { respondent } }
    case 2:
      return { path: 'workshops.undoCheckIn', input: { respondent, reason: 'Wrong person' } }
    default:
      return { path: 'workshops.moveToStation', input: { name: 'nowhere', respondent, to: null } }
  }
}

// For each limit: a call that it counts, and one that it does not.
type Making = (token: string) => Attempt | Promise<Attempt>

const attempts: Readonly<Record<RefusingLimit, { readonly counted: Making; readonly free: Making }>> = {
  signInPerAddress: {
    counted: () => ({ ...signIn(`nobody${(turn += 1)}@example.org`), calling: here }),
    free: () => ({ ...signIn(`nobody${(turn += 1)}@example.org`), calling: elsewhere() }),
  },
  passkeySignInPerAddress: {
    counted: () => ({ path: 'auth.login.passkeyOptions', input: {}, calling: here }),
    free: () => ({ path: 'auth.login.passkeyOptions', input: { challenge: 'wrong' }, calling: here }),
  },
  singleSignOnPerAddress: {
    counted: () => ({ path: 'auth.singleSignOn.begin', input: undefined, calling: here }),
    free: () => ({ path: 'auth.singleSignOn.begin', input: undefined, calling: elsewhere() }),
  },
  secondFactorPerAccount: {
    counted: (token) => ({ path: 'auth.mySignIn.reauthenticate', input: { password: 'not the password' }, calling: { token } }),
    free: (token) => ({ path: 'auth.mySignIn.getSignIn', input: {}, calling: { token } }),
  },
  resetPerAddress: {
    counted: () => ({ path: 'auth.beginResetPassword', input: { email: `nobody${(turn += 1)}@example.org` }, calling: here }),
    free: () => ({ path: 'auth.beginResetPassword', input: { email: `nobody${(turn += 1)}@example.org` }, calling: elsewhere() }),
  },
  wrongLinkPerAddress: {
    counted: () => ({ path: 'auth.register.verify', input: { code: `wrong${(turn += 1)}` }, calling: here }),
    free: () => ({ path: 'auth.register.verify', input: { code: 'wrong' }, calling: elsewhere() }),
  },
  submissionPerAddress: {
    counted: async () => ({ path: 'responses.addNewQuestionnaireResponse', input: await submission(), calling: here }),
    free: async () => ({ path: 'responses.addNewQuestionnaireResponse', input: await submission(), calling: elsewhere() }),
  },
  publicCheckInPerAddress: {
    counted: () => ({ path: 'workshops.respondentCheckIn', input: { respondent: { anonymousId: `AAAA-${(turn += 1)}` } }, calling: here }),
    free: () => ({ path: 'workshops.isRespondentCheckedIn', input: { respondent: { anonymousId: 'AAAA' } }, calling: elsewhere() }),
  },
  draftTransferPerAddress: {
    counted: () => ({ path: 'drafts.saveTransfer', input: { lookup: lookup(), sealed: 'c2VhbGVk' }, calling: here }),
    free: () => ({ path: 'drafts.saveTransfer', input: { lookup: lookup(), sealed: 'c2VhbGVk' }, calling: elsewhere() }),
  },
  openTransferPerAddress: {
    counted: () => ({ path: 'drafts.openTransfer', input: { lookup: lookup() }, calling: here }),
    free: () => ({ path: 'drafts.openTransfer', input: { lookup: lookup() }, calling: elsewhere() }),
  },
  statusPerAddress: {
    counted: () => status(`AAAA-${(turn += 1)}`, here),
    free: () => status('AAAA', elsewhere()),
  },
  statusPerNumberAndAddress: {
    counted: () => status('AAAA-AAAA', here),
    free: () => status('AAAA-BBBB', elsewhere()),
  },
  statusPerNumber: {
    counted: () => status('AAAA-AAAA', elsewhere()),
    free: () => status('AAAA-BBBB', elsewhere()),
  },
  readsPerAccount: {
    counted: (token) => ({ path: 'admin.registrationOptions', input: {}, calling: { token } }),
    free: () => ({ path: 'workshops.getDefaultWorkshop', input: {} }),
  },
  checkInsPerAccount: {
    counted: (token) => ({ ...atDoor((turn += 1)), calling: { token } }),
    free: (token) => ({ path: 'workshops.getDoorList', input: { name: 'nowhere' }, calling: { token } }),
  },
  duplicatesPerAccount: {
    counted: (token) => ({ path: 'workshops.findLikelyDuplicates', input: { name: 'nowhere', fullName: 'Mai' }, calling: { token } }),
    free: (token) => ({ path: 'workshops.undoCheckIn', input: {}, calling: { token } }),
  },
  walkInsPerAccount: {
    counted: (token) => ({
      path: 'workshops.startWalkIn',
      input: { name: 'nowhere', fullName: 'Mai', language: 'vi' },
      calling: { token },
    }),
    free: (token) => ({ path: 'workshops.getDoorList', input: { name: 'nowhere' }, calling: { token } }),
  },
  notePerAccount: {
    counted: (token) => ({
      path: 'agency.addNote',
      input: { respondent: { anonymousId: 'AAAA-AAAA' }, text: 'Noted.' },
      calling: { token },
    }),
    free: (token) => ({ path: 'getMyProfile', input: {}, calling: { token } }),
  },
  uploadPerAccount: {
    counted: (token) => ({ path: 'questionnaires.checkFiles', input: onlyTitle(), calling: { token } }),
    free: (token) => ({ path: 'getMyProfile', input: {}, calling: { token } }),
  },
}

// Accounts of their own for reads, which are also counted together.
const readers: Partial<Record<RefusingLimit, 'rosa' | 'vera'>> = { readsPerAccount: 'rosa', duplicatesPerAccount: 'vera' }

// Counted in each server while far from the limit, and shared with the others a moment later.
const loose: readonly RefusingLimit[] = ['submissionPerAddress', 'readsPerAccount']
const names = Object.keys(attempts) as RefusingLimit[]

describe('each limit is counted across two servers, REST and tRPC', async () => {
  const rateLimits = Object.fromEntries(names.map((name) => [name, { hits, seconds: 300 }]))
  const [one, other] = [await openReplica(portico, { rateLimits }), await openReplica(portico, { rateLimits })]

  it.each(names)('%s', { timeout: 60_000 }, async (name) => {
    const { accessToken: token = '' } = await portico.as(readers[name] ?? 'adam')
    await portico.sql('delete from rate_counter')
    const { counted, free } = attempts[name]
    const ask = async (made: Attempt, index: number): Promise<Answer> => {
      const [app, transport] = index % 2 === 0 ? [one, viaRest] : [other, viaTrpc]
      return transport(app, made.path, made.input, made.calling)
    }
    let allowed = 0
    while (allowed < 4 * hits && (await ask(await counted(token), allowed)).status !== 429) allowed += 1
    expect(allowed).toBeGreaterThanOrEqual(hits)
    expect(allowed).toBeLessThanOrEqual(loose.includes(name) ? 1.5 * hits : hits)

    for (const index of [0, 1]) {
      const refused = await ask(await counted(token), index)
      expect([refused.status, refused.id, refused.message]).toEqual([429, 'TOO_MANY_REQUESTS', faults.TOO_MANY_REQUESTS.message])
      expect(Number(refused.retryAfter)).toBeGreaterThan(0)
      expect(Number(refused.retryAfter)).toBeLessThanOrEqual(300)
      expect((await ask(await free(token), index)).status).not.toBe(429)
    }
    await portico.sql(`update rate_counter set window_start = window_start - interval '301 seconds'`)
    for (const index of [0, 1]) expect((await ask(await counted(token), index)).status).not.toBe(429)
  })

  it('counters contain neither addresses nor accounts', async () => {
    await portico.sql('delete from rate_counter')
    await viaRest(portico.app, 'auth.login.local', signIn('ben@portico.example').input, here)
    const rows = await portico.sql<{ key: string }>('select key from rate_counter')
    // Counts held by the other servers may be written at this moment.
    expect(rows.filter(({ key }) => key.startsWith('signIn'))).toHaveLength(3)
    expect(rows.map((row) => row.key).join()).not.toMatch(/203\.0|ben|portico\.example/)
  })
})

it('counts held in memory are written on close, and not later', async () => {
  const counting = createRateLimits(portico.services.orm, (who) => Buffer.from(who))
  const counted = async () => portico.sql<{ hits: number }>(`select hits from rate_counter where key like 'dropOffs:%'`)
  for (let times = 0; times < 3; times += 1) await counting.countApproximately('dropOffs', 'a stop')
  expect(await counted()).toEqual([{ hits: 1 }])
  await counting.close()
  expect(await counted()).toEqual([{ hits: 3 }])
})

describe('a submission over the limit', async () => {
  const rateLimits = { submissionPerAddress: { hits: 1, seconds: 600 } }
  const [one, other] = [await openReplica(portico, { rateLimits }), await openReplica(portico, { rateLimits })]
  const path = 'responses.addNewQuestionnaireResponse'
  const send = async (app: FastifyInstance, transport: typeof viaRest, proof?: string) =>
    transport(app, path, { ...(await submission()), ...(proof !== undefined && { proof }) }, here)
  const stored = async () => (await portico.sql<{ n: number }>('select count(*)::int n from respondent'))[0]?.n ?? 0
  beforeAll(async () => {
    await portico.sql('delete from rate_counter')
    for (const app of [one, other]) await send(app, viaRest)
  })

  // Otherwise each test would make the work of the next ones harder.
  beforeEach(async () => {
    await portico.sql(`update rate_counter set hits = 2 where key like 'submissionPerAddress:%'`)
  })

  it.each(transports)('via %s carries a challenge, and is accepted once with its solution', async (_name, transport) => {
    const refused = await send(one, transport)
    expect([refused.status, refused.id]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(refused.retryAfter)).toBeGreaterThan(0)
    const proof = solve(refused.challenge)
    const before = await stored()
    expect((await send(other, transport, proof)).data).toEqual({ anonymousId: expect.any(String) })
    expect(await stored()).toBe(before + 1)
    for (const app of [one, other]) {
      const again = await send(app, transport, proof)
      expect([again.status, typeof again.challenge]).toEqual([429, 'string'])
      expect(again.challenge).not.toBe(refused.challenge)
    }
    expect(await stored()).toBe(before + 1)
  })

  it('needs more work the further the limit is exceeded', async () => {
    const bitsOf = async () => Number((await send(one, viaRest)).challenge?.split('.')[1])
    const before = await bitsOf()
    await portico.sql(`update rate_counter set hits = 1000 where key like 'submissionPerAddress:%'`)
    expect(await bitsOf()).toBeGreaterThan(before)
  })

  it('is refused with an invalid proof', async () => {
    const { challenge = '' } = await send(one, viaRest)
    const easier = challenge.replace(/^v1\.\d+/, 'v1.1')
    const longer = challenge.replace(/^(v1\.\d+\.)\d+/, '$19999999999999')
    for (const proof of [`${challenge}:no`, `${challenge}:-1`, challenge, '', ':', `${easier}:0`, solve(longer, 4), 'x'.repeat(400)])
      expect((await send(one, viaRest, proof)).status, proof).toBe(429)
    expect((await viaRest(one, path, { ...(await submission()), proof: 'x'.repeat(401) }, here)).status).toBe(422)
  })

  it('is refused with an expired proof', async () => {
    const proof = solve((await send(one, viaRest)).challenge)
    portico.setTime('2026-12-19T17:10:01Z')
    expect((await send(one, viaRest, proof)).status).toBe(429)
    portico.setTime(workshopDay)
    expect((await send(one, viaRest, proof)).status).toBe(200)
  })
})

describe('a hall of people behind one address', () => {
  it('does not hit a limit', { timeout: 60_000 }, async () => {
    expect(await fillHall(await openPortico({ rateLimits: defaultRateLimits }), 40)).toEqual({
      answers: { 200: 280 },
      people: 40,
      checkedIn: 40,
    })
  })
})
