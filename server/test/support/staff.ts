import { Secret, TOTP } from 'otpauth'
import type { Role } from '@portico/shared/words/roles'
import { startSession } from './start-session.ts'
import type { Person, Portico } from './harness.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

/** A separate account, signed in; its password is that of the seed accounts. */
export interface Staff {
  readonly id: number
  readonly email: string
  readonly token: string
  /** Returns a caller with the account's current rights. */
  now(): Promise<Person>
}

let turn = 0

/** Creates an account with a role, or a translator into Spanish, and signs it in. */
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

/** An authenticator app after its setup: its codes, and the recovery codes. */
export interface SetUpApp {
  /** Returns the code of the time step this many steps after the current one. */
  code(stepsLater?: number): string
  readonly recoveryCodes: readonly string[]
}

/** Sets up an authenticator app through the API, which uses up the current code. */
export async function setUpApp(portico: Portico, staff: Staff): Promise<SetUpApp> {
  const { call } = await staff.now()
  const { secret } = await call.auth.mySignIn.beginAuthenticator()
  const code = codesOf(portico, secret)
  const { recoveryCodes } = await call.auth.mySignIn.finishAuthenticator({ code: code() })
  return { code, recoveryCodes }
}

/** Returns the codes of a secret at the portal's time. */
export function codesOf(portico: Portico, secret: string): (stepsLater?: number) => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return (stepsLater = 0) => totp.generate({ timestamp: portico.services.clock().getTime() + stepsLater * 30_000 })
}

/** Adds a passkey through the API, and returns the device. */
export async function addPasskey(staff: Staff, name = 'Work laptop'): Promise<SoftwareAuthenticator> {
  const device = new SoftwareAuthenticator()
  const { call } = await staff.now()
  await call.auth.mySignIn.finishPasskey({ name, passkey: device.create(await call.auth.mySignIn.beginPasskey()) })
  return device
}

/** Ages the session's last proof so that changes require a new one. */
export async function ageProof(portico: Portico, staff: Pick<Staff, 'id'>, minutes = 11): Promise<void> {
  await portico.sql(`update session set proved_at = proved_at - make_interval(mins => $2) where account_id = $1`, [staff.id, minutes])
}
