import { openPortico } from './harness.ts'
import { signIn } from './auth-visits.ts'
import { viaRest } from './both-transports.ts'
import { newStaff, setUpApp, type SetUpApp, type Staff } from './staff.ts'
import { defaultRateLimits } from '../../src/infra/security/rate-limits.ts'

const start = Date.parse('2026-11-21T20:00:00Z')

/** Opens a portal and returns what tests of second factors need: calls without a session, and accounts with their challenges and e-mails. */
export async function openSecondFactorPortal() {
  const { secondFactorPerAccount } = defaultRateLimits
  const portico = await openPortico({ rateLimits: { secondFactorPerAccount } })
  return {
    portico,
    /** Sets the time to this many milliseconds after the start. */
    after: (ms: number) => portico.setTime(new Date(start + ms).toISOString()),
    send: (path: string, input: unknown, address = '127.0.0.1') => viaRest(portico.app, path, input, { address }),
    /** Returns a new account with an authenticator app. */
    withApp: async (): Promise<{ staff: Staff; app: SetUpApp }> => {
      const staff = await newStaff(portico)
      return { staff, app: await setUpApp(portico, staff) }
    },
    /** Signs in with the password, and returns the challenge for the second factor. */
    challengeOf: async ({ email }: Staff): Promise<string> => (await signIn(portico, email)).answer.body.challenge,
    /** Returns the subjects of the e-mails to an account. */
    emailsTo: async ({ email }: Staff): Promise<string[]> => {
      await portico.drain()
      return portico.outbox.filter(({ to }) => to === email).map(({ subject }) => subject)
    },
  }
}
