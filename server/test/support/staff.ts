import { Secret, TOTP } from 'otpauth'
import type { Role } from '@portico/shared/words/roles'
import { startSession } from '../../src/features/auth/sessions.ts'
import type { Person, Portico } from './harness.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

/** An account of its own, signed in; its password is that of the seed accounts. */
export interface Staff {
  readonly id: number
  readonly email: string
  readonly token: string
  /** Calls as this person, as they are at this moment. */
  now(): Promise<Person>
}

let turn = 0

/** Makes an account of a role, or of a translator into Spanish, and signs it in. */
export async function newStaff(portico: Portico, role: Role | 'TRANSLATOR' = 'AGENCY'): Promise<Staff> {
  const email = `staff${(turn += 1)}@portico.example`
  const [row] = await portico.sql<{ id: number }>(
    `insert into account (email, name, password_hash, roles, translates, created_at, verified_at)
     select $1, 'Sam Staff', password_hash, $2, $3, $4, $4 from account where email = 'rosa@portico.example' returning id`,
    [email, role === 'TRANSLATOR' ? [] : [role], role === 'TRANSLATOR' ? ['es'] : [], portico.services.clock()],
  )
  const id = row?.id ?? 0
  const { accessToken: token } = await startSession(portico.services, id)
  return { id, email, token, now: () => portico.withToken(token) }
}

/** An authenticator app that was set up: what it shows, and the recovery codes that came with it. */
export interface SetUpApp {
  /** The code of the time step that is so many after the present one. */
  code(stepsLater?: number): string
  readonly recoveryCodes: readonly string[]
}

/** Sets an authenticator app up, as the person does. The code of the present step is used up with it. */
export async function setUpApp(portico: Portico, staff: Staff): Promise<SetUpApp> {
  const { call } = await staff.now()
  const { secret } = await call.auth.mySignIn.beginAuthenticator()
  const code = codesOf(portico, secret)
  const { recoveryCodes } = await call.auth.mySignIn.finishAuthenticator({ code: code() })
  return { code, recoveryCodes }
}

/** The codes of a secret at the portal's time. */
export function codesOf(portico: Portico, secret: string): (stepsLater?: number) => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return (stepsLater = 0) => totp.generate({ timestamp: portico.services.clock().getTime() + stepsLater * 30_000 })
}

/** Adds a passkey, as the person does, and gives the device. */
export async function addPasskey(staff: Staff, name = 'Work laptop'): Promise<SoftwareAuthenticator> {
  const device = new SoftwareAuthenticator()
  const { call } = await staff.now()
  await call.auth.mySignIn.finishPasskey({ name, passkey: device.create(await call.auth.mySignIn.beginPasskey()) })
  return device
}

/** Makes the session's last proof so old that changes ask for a new one. */
export async function ageProof(portico: Portico, staff: Pick<Staff, 'id'>, minutes = 11): Promise<void> {
  await portico.sql(`update session set proved_at = proved_at - make_interval(mins => $2) where account_id = $1`, [staff.id, minutes])
}
