import { startProvider, type Member, type TestProvider } from '../support/identity-provider.ts'
import { beginSignOn, signOnAt, visitProvider } from '../support/sign-on-visits.ts'
import { newStaff, setUpApp } from '../support/staff.ts'
import type { CallRows, Provocation, Sample } from './call-row.ts'
import type { World } from './world.ts'

const stray = { state: 'nothing', code: 'nothing' }
const withoutProvider = ({ portico }: World, input?: object): Provocation => {
  portico.signOnAt(undefined)
  return { input }
}

/** The rows of `auth.singleSignOn`. */
export const signOnCalls: CallRows = {
  'auth.singleSignOn.getProvider': { sample: () => ({}) },
  'auth.singleSignOn.begin': {
    sample: async (world) => {
      await atProvider(world)
      return {}
    },
    failures: { SIGN_ON_UNAVAILABLE: (world) => withoutProvider(world) },
  },
  'auth.singleSignOn.finish': {
    sample: async (world) => returned(world, (await newStaff(world.portico)).email),
    failures: {
      CHALLENGE_EXPIRED: async (world) => {
        await atProvider(world)
        return { input: stray }
      },
      SIGN_ON_UNAVAILABLE: (world) => withoutProvider(world, stray),
      SIGN_ON_REFUSED: (world) => returned(world, 'stranger@portico.example'),
      SECOND_FACTOR_REQUIRED: async (world) => {
        const staff = await newStaff(world.portico)
        await setUpApp(world.portico, staff)
        return returned(world, staff.email)
      },
    },
  },
  'auth.singleSignOn.getSignOut': { sample: () => ({}) },
}

let provider: Promise<TestProvider> | undefined

// Starts the provider on first use; it does not keep the process alive.
async function atProvider({ portico }: World, member?: Member): Promise<void> {
  provider ??= startProvider(portico.services.publicUrl)
  const started = await provider
  if (member) started.member = member
  signOnAt(portico, started)
}

/** Returns the parameters with which the provider redirects this member's browser back. */
async function returned(world: World, email: string): Promise<Sample & Provocation> {
  await atProvider(world, { subject: email, email, verified: true })
  const { cookie, url } = await beginSignOn(world.portico)
  const { state, code, iss } = await visitProvider(url, world.portico.services.publicUrl)
  return { input: { state, code, iss }, headers: { cookie } }
}
