import { randomUUID } from 'node:crypto'
import type { Role } from '@portico/shared/words/roles'
import type { Principal } from '../../src/api/access.ts'
import { startSession } from '../support/start-session.ts'
import { seedPassword } from '../support/auth-visits.ts'
import type { Portico } from '../support/harness.ts'
import { SoftwareAuthenticator } from '../support/software-authenticator.ts'
import { addPasskey, ageProof, codesOf, newStaff, setUpApp, type Staff } from '../support/staff.ts'
import { asAna, type CallRow, type CallRows, type Provocation, type Provoke, type Sample } from './call-row.ts'
import { missingNumber, type World } from './world.ts'

const unknownChallenge = 'bm9ib2R5J3MgY2hhbGxlbmdl'

/** The rows of `auth.login` except for the password, and of `auth.mySignIn`. */
export const signInCalls: CallRows = {
  'auth.login.secondFactor': {
    sample: async ({ portico }) => {
      const staff = await newStaff(portico)
      const app = await setUpApp(portico, staff)
      return { input: { challenge: await challengeFor(portico, staff), code: app.code(1) } }
    },
    failures: {
      WRONG_SECOND_FACTOR: async ({ portico }) => ({ input: { challenge: await waitingSignIn(portico), code: 'AAAA-BBBB-CCCC' } }),
      PASSKEY_NOT_ACCEPTED: async ({ portico }) => ({
        input: { challenge: await waitingSignIn(portico), passkey: strangeAssertion(unknownChallenge) },
      }),
      CHALLENGE_EXPIRED: () => ({ input: { challenge: unknownChallenge, code: '000000' } }),
    },
  },
  'auth.login.passkeyOptions': {
    sample: () => ({ input: {} }),
    failures: { CHALLENGE_EXPIRED: () => ({ input: { challenge: unknownChallenge } }) },
  },
  'auth.login.passkey': {
    sample: async ({ portico }) => {
      const device = await addPasskey(await newStaff(portico))
      return { input: { passkey: device.get(await passkeyOptions(portico)) } }
    },
    failures: {
      PASSKEY_NOT_ACCEPTED: async ({ portico }) => ({
        input: { passkey: strangeAssertion((await passkeyOptions(portico)).challenge) },
      }),
      CHALLENGE_EXPIRED: () => ({ input: { passkey: strangeAssertion(unknownChallenge) } }),
    },
  },
  'auth.mySignIn.getSignIn': { sample: () => ({}) },
  'auth.mySignIn.getRequirement': { sample: () => ({}) },
  'auth.mySignIn.getSessionList': { sample: () => ({}) },
  'auth.mySignIn.passkeyOptions': { sample: () => ({}) },
  'auth.mySignIn.reauthenticate': {
    sample: () => ({ input: { password: seedPassword } }),
    failures: {
      WRONG_PASSWORD: () => asAna({ password: 'not the password' }),
      WRONG_SECOND_FACTOR: () => asAna({ code: '000000' }),
      PASSKEY_NOT_ACCEPTED: async ({ portico }) => {
        const staff = await newStaff(portico)
        const { call } = await staff.now()
        const { challenge } = await call.auth.mySignIn.passkeyOptions()
        return { token: staff.token, input: { passkey: strangeAssertion(challenge) } }
      },
      CHALLENGE_EXPIRED: () => asAna({ passkey: strangeAssertion(unknownChallenge) }),
    },
  },
  'auth.mySignIn.beginPasskey': afterFreshProof(ofOneself(() => ({}))),
  'auth.mySignIn.finishPasskey': afterFreshProof(
    ofOneself(async (staff) => {
      const { call } = await staff.now()
      return { name: 'Phone', passkey: new SoftwareAuthenticator().create(await call.auth.mySignIn.beginPasskey()) }
    }),
    {
      PASSKEY_NOT_ACCEPTED: async ({ portico }) => {
        const staff = await newStaff(portico)
        const { call } = await staff.now()
        const options = await call.auth.mySignIn.beginPasskey()
        const passkey = new SoftwareAuthenticator().create(options, { origin: 'https://elsewhere.test' })
        return { token: staff.token, input: { name: 'Phone', passkey } }
      },
      CHALLENGE_EXPIRED: () => asAna({ name: 'Phone', passkey: strangeAttestation() }),
    },
  ),
  'auth.mySignIn.removePasskey': afterFreshProof(
    ofOneself(async (staff) => {
      await addPasskey(staff)
      return { id: await passkeyId(staff) }
    }),
    {
      NOT_FOUND: () => asAna({ id: missingNumber }),
      LAST_SECOND_FACTOR: async ({ portico }) => {
        const staff = await requiredStaff(portico)
        await addPasskey(staff)
        return { token: staff.token, input: { id: await passkeyId(staff) } }
      },
    },
  ),
  'auth.mySignIn.beginAuthenticator': afterFreshProof(ofOneself(() => ({}))),
  'auth.mySignIn.finishAuthenticator': afterFreshProof(
    ofOneself(async (staff, portico) => {
      const { call } = await staff.now()
      return { code: codesOf(portico, (await call.auth.mySignIn.beginAuthenticator()).secret)() }
    }),
    { WRONG_SECOND_FACTOR: () => asAna({ code: '000000' }) },
  ),
  'auth.mySignIn.removeAuthenticator': afterFreshProof(
    ofOneself(async (staff, portico) => {
      await setUpApp(portico, staff)
      return {}
    }),
    {
      LAST_SECOND_FACTOR: async ({ portico }) => {
        const staff = await requiredStaff(portico)
        await setUpApp(portico, staff)
        return { token: staff.token, input: {} }
      },
    },
  ),
  'auth.mySignIn.createRecoveryCodes': afterFreshProof(
    ofOneself(async (staff, portico) => {
      await setUpApp(portico, staff)
      return {}
    }),
  ),
  'auth.mySignIn.endSession': afterFreshProof(
    ofOneself(async (staff, portico) => {
      await startSession(portico.services, staff.id)
      const { call } = await staff.now()
      return { id: (await call.auth.mySignIn.getSessionList()).find(({ current }) => !current)?.id }
    }),
    { NOT_FOUND: () => asAna({ id: randomUUID() }) },
  ),
  'auth.mySignIn.endOtherSessions': afterFreshProof(ofOneself(() => ({}))),
}

/** Returns the row of a call that requires recent authentication: the same sample is refused when the last proof is too old. */
export function afterFreshProof(sample: CallRow['sample'], failures: CallRow['failures'] = {}): CallRow {
  return { sample, failures: { REAUTHENTICATION_REQUIRED: longAgo(sample), ...failures } }
}

/** Makes the sample's call as an account whose last proof is too old. */
export function longAgo(sample: CallRow['sample'], role: Role = 'AGENCY'): Provoke {
  return async (world): Promise<Provocation> => {
    const { input, token } = await sample(world, role)
    const staff = token ? { token, id: await accountOf(world, token) } : await newStaff(world.portico, role)
    await ageProof(world.portico, staff)
    return { token: staff.token, input }
  }
}

// For calls that change their own caller: each is made by a new account of the role.
function ofOneself(prepare: (staff: Staff, portico: Portico) => unknown): CallRow['sample'] {
  return async ({ portico }: World, principal: Principal = 'ROOT_USER'): Promise<Sample> => {
    if (principal === 'anonymous') return {}
    const staff = await newStaff(portico, principal)
    return { input: await prepare(staff, portico), token: staff.token }
  }
}

// Passkeys of an unregistered device.
const strangeAssertion = (challenge: string) => new SoftwareAuthenticator().get({ challenge, rpId: 'portico.test' })
const strangeAttestation = () =>
  new SoftwareAuthenticator().create({
    challenge: unknownChallenge,
    rp: { name: '', id: 'portico.test' },
    user: { id: 'AA', name: '', displayName: '' },
    pubKeyCredParams: [],
  })

async function accountOf({ portico }: World, token: string): Promise<number> {
  const { call } = await portico.withToken(token)
  return (await call.getMyProfile()).id
}

async function passkeyId(staff: Staff): Promise<number | undefined> {
  const { call } = await staff.now()
  return (await call.auth.mySignIn.getSignIn()).passkeys[0]?.id
}

async function passkeyOptions(portico: Portico) {
  const visitor = await portico.as()
  return (await visitor.rest('auth/login/passkeyOptions', {})).body.data
}

async function challengeFor(portico: Portico, { email }: Staff): Promise<string> {
  const visitor = await portico.as()
  return (await visitor.rest('auth/login/local', { email, password: seedPassword })).body.challenge
}

async function waitingSignIn(portico: Portico): Promise<string> {
  const staff = await newStaff(portico)
  await setUpApp(portico, staff)
  return challengeFor(portico, staff)
}

async function requiredStaff(portico: Portico): Promise<Staff> {
  await portico.sql(
    `insert into sign_in_policy (role, required_since, grace_days) values ('VOLUNTEERV1', now(), 90) on conflict do nothing`,
  )
  return newStaff(portico, 'VOLUNTEERV1')
}
