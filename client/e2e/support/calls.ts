import { setTimeout as wait } from 'node:timers/promises'
import { Portico } from '@portico/shared/client/portico'

/** The password of every seed account. */
export const password = 'portico-seed'
/** The password of every account created with `createStaff`. */
export const staffPassword = 'a password of their own'

/** The seed accounts by first name; their sign-in names have the form `ana@portico.example`. */
export const seedAccounts = {
  rosa: 'Rosa Ruiz',
  adam: 'Adam Abiodun',
  ana: 'Ana Alvarez',
  ben: 'Ben Bui',
  vera: 'Vera Varga',
  victor: 'Victor Vo',
  tara: 'Tara Tran',
} as const
export type SeedAccountName = keyof typeof seedAccounts

/** The agencies of the seed data: Ana works for the first, Ben for the second. */
export const agencies = { ana: 'North Valley Legal Aid', ben: 'Bay Immigration Partners' } as const

/** A REST response: `{ success, data }`, or `{ success, error_id, message }`. */
export interface Answer {
  readonly status: number
  readonly body: any
}

/** How long an access token is reused; it is valid for 10 minutes. */
const tokenMs = 5 * 60_000

/** Calls the portal's API for test setup and respondents outside the browser. */
export class Calls {
  readonly #origin: string
  readonly #tokens = new Map<SeedAccountName, { token: Promise<string>; until: number }>()

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Makes a call as a seed account, or as a visitor. */
  ask(who: SeedAccountName | 'visitor', path: string, input: object = {}): Promise<Answer> {
    return this.#portico(who).answer(path, input)
  }

  /** Makes a call that must succeed and returns its data. */
  async data(who: SeedAccountName | 'visitor', path: string, input: object = {}): Promise<any> {
    const { status, body } = await this.ask(who, path, input)
    if (body.success !== true) throw new Error(`${path} as ${who}: ${status} ${JSON.stringify(body)}`)
    return body.data
  }

  /** Uploads files as adam. */
  upload(path: string, form: FormData): Promise<any> {
    return this.data('adam', path, form)
  }

  #portico(who: SeedAccountName | 'visitor') {
    return new Portico({ origin: this.#origin, token: async () => (who === 'visitor' ? undefined : this.#tokenOf(who)), fetch, wait })
  }

  #tokenOf(who: SeedAccountName): Promise<string> {
    const known = this.#tokens.get(who)
    if (known && known.until > Date.now()) return known.token
    const token = this.#signIn(who)
    this.#tokens.set(who, { token, until: Date.now() + tokenMs })
    return token
  }

  async #signIn(who: SeedAccountName): Promise<string> {
    const { body } = await this.ask('visitor', 'auth/login/local', { email: `${who}@portico.example`, password })
    return body.accessToken
  }
}
