import { randomUUID } from 'node:crypto'
import type { FailureId } from '@portico/shared/words/failures'
import type { Role } from '@portico/shared/words/roles'
import type { World } from '../access/access-calls.ts'
import { seedPassword } from './auth-visits.ts'
import type { Portico } from './harness.ts'
import type { Provocation, Provoke } from './refusals.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'
import { addPasskey, ageProof, newStaff, setUpApp, type Staff } from './staff.ts'

const missingNumber = 987_654_321
const asAdam = (input: unknown): Provocation => ({ as: 'adam', input })
const asAna = (input: unknown): Provocation => ({ as: 'ana', input })

const challenge = 'bm9ib2R5J3MgY2hhbGxlbmdl'
// Of devices that nobody registered.
const signed = (given: string) => new SoftwareAuthenticator().get({ challenge: given, rpId: 'portico.test' })
const made = (given: string) =>
  new SoftwareAuthenticator().create({
    challenge: given,
    rp: { name: '', id: 'portico.test' },
    user: { id: 'AA', name: '', displayName: '' },
    pubKeyCredParams: [],
  })

async function longAgo({ portico }: World, input: unknown, role: Role = 'AGENCY'): Promise<Provocation> {
  const staff = await newStaff(portico, role)
  await ageProof(portico, staff)
  return { token: staff.token, input }
}

async function waitingSignIn(portico: Portico): Promise<string> {
  const staff = await newStaff(portico)
  await setUpApp(portico, staff)
  const visitor = await portico.as()
  return (await visitor.rest('auth/login/local', { email: staff.email, password: seedPassword })).body.challenge
}

async function requiredStaff(portico: Portico): Promise<Staff> {
  await portico.sql(`insert into sign_in_policy values ('VOLUNTEERV1', now(), 90) on conflict do nothing`)
  return newStaff(portico, 'VOLUNTEERV1')
}

/** For each call about signing in, one way to meet each refusal that it is documented with. */
export const signInProvocations: Readonly<Record<string, Partial<Record<FailureId, Provoke>>>> = {
  'admin.removeSecondFactors': {
    NOT_FOUND: () => asAdam({ id: missingNumber }),
    REAUTHENTICATION_REQUIRED: async (world) => longAgo(world, { id: world.victorId }, 'ROOT_USER'),
  },
  'admin.saveSignInRule': {
    REAUTHENTICATION_REQUIRED: async (world) => longAgo(world, { role: 'AGENCY', required: true, graceDays: 90 }, 'ROOT_USER'),
  },
  'auth.login.local': {
    SECOND_FACTOR_REQUIRED: async ({ portico }) => {
      const staff = await newStaff(portico)
      await setUpApp(portico, staff)
      return { input: { email: staff.email, password: seedPassword } }
    },
  },
  'auth.login.secondFactor': {
    WRONG_SECOND_FACTOR: async ({ portico }) => ({ input: { challenge: await waitingSignIn(portico), code: '000000' } }),
    PASSKEY_NOT_ACCEPTED: async ({ portico }) => ({ input: { challenge: await waitingSignIn(portico), passkey: signed(challenge) } }),
    CHALLENGE_EXPIRED: () => ({ input: { challenge, code: '000000' } }),
  },
  'auth.login.passkeyOptions': { CHALLENGE_EXPIRED: () => ({ input: { challenge } }) },
  'auth.login.passkey': {
    PASSKEY_NOT_ACCEPTED: async ({ portico }) => {
      const visitor = await portico.as()
      return { input: { passkey: signed((await visitor.rest('auth/login/passkeyOptions', {})).body.data.challenge) } }
    },
    CHALLENGE_EXPIRED: () => ({ input: { passkey: signed(challenge) } }),
  },
  'auth.mySignIn.reauthenticate': {
    WRONG_PASSWORD: () => asAna({ password: 'not the password' }),
    WRONG_SECOND_FACTOR: () => asAna({ code: '000000' }),
    PASSKEY_NOT_ACCEPTED: async ({ portico }) => {
      const staff = await newStaff(portico)
      const { call } = await staff.now()
      const options = await call.auth.mySignIn.passkeyOptions()
      return { token: staff.token, input: { passkey: signed(options.challenge) } }
    },
    CHALLENGE_EXPIRED: () => asAna({ passkey: signed(challenge) }),
  },
  'auth.mySignIn.beginPasskey': { REAUTHENTICATION_REQUIRED: (world) => longAgo(world, {}) },
  'auth.mySignIn.finishPasskey': {
    REAUTHENTICATION_REQUIRED: (world) => longAgo(world, { name: 'Phone', passkey: made(challenge) }),
    PASSKEY_NOT_ACCEPTED: async ({ portico }) => {
      const staff = await newStaff(portico)
      const { call } = await staff.now()
      const options = await call.auth.mySignIn.beginPasskey()
      const passkey = new SoftwareAuthenticator().create(options, { origin: 'https://elsewhere.test' })
      return { token: staff.token, input: { name: 'Phone', passkey } }
    },
    CHALLENGE_EXPIRED: () => asAna({ name: 'Phone', passkey: made(challenge) }),
  },
  'auth.mySignIn.removePasskey': {
    REAUTHENTICATION_REQUIRED: (world) => longAgo(world, { id: missingNumber }),
    NOT_FOUND: () => asAna({ id: missingNumber }),
    LAST_SECOND_FACTOR: async ({ portico }) => {
      const staff = await requiredStaff(portico)
      await addPasskey(staff)
      const { call } = await staff.now()
      return { token: staff.token, input: { id: (await call.auth.mySignIn.getSignIn()).passkeys[0]?.id } }
    },
  },
  'auth.mySignIn.beginAuthenticator': { REAUTHENTICATION_REQUIRED: (world) => longAgo(world, {}) },
  'auth.mySignIn.finishAuthenticator': {
    REAUTHENTICATION_REQUIRED: (world) => longAgo(world, { code: '000000' }),
    WRONG_SECOND_FACTOR: () => asAna({ code: '000000' }),
  },
  'auth.mySignIn.removeAuthenticator': {
    REAUTHENTICATION_REQUIRED: (world) => longAgo(world, {}),
    LAST_SECOND_FACTOR: async ({ portico }) => {
      const staff = await requiredStaff(portico)
      await setUpApp(portico, staff)
      return { token: staff.token, input: {} }
    },
  },
  'auth.mySignIn.createRecoveryCodes': {
    REAUTHENTICATION_REQUIRED: (world) => longAgo(world, {}),
  },
  'auth.mySignIn.endSession': {
    REAUTHENTICATION_REQUIRED: (world) => longAgo(world, { id: randomUUID() }),
    NOT_FOUND: () => asAna({ id: randomUUID() }),
  },
  'auth.mySignIn.endOtherSessions': { REAUTHENTICATION_REQUIRED: (world) => longAgo(world, {}) },
}
