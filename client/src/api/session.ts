import type { Credentials, Profile } from '@portico/shared/contract/auth'
import type { PasskeySignIn, SecondFactor } from '@portico/shared/contract/sign-in'
import { useSyncExternalStore } from 'react'
import { report } from './report.ts'
import { CallError, callRest } from './rest.ts'
import { openTabs, type TabNews, type Tabs } from './tabs.ts'

/** shared/spec/product.md#session-states: `initializing` until a protected page asks for a refresh. */
export type SessionStatus = 'initializing' | 'refreshing' | 'not-authenticated' | 'authenticated'

export interface SessionState {
  readonly status: SessionStatus
  /** Counts the token sets; 0 before the first. */
  readonly version: number
  /** Who is signed in; undefined until it has been fetched. */
  readonly profile: Profile | undefined
}

/** What a session needs of the world outside. */
export interface SessionOutside {
  readonly call: typeof callRest
  readonly tabs: Tabs
  /** Solves the proof of work that a sign-in past its limit asks for. */
  readonly solve: (challenge: string) => Promise<string>
}

/** A session with its token in memory only; the refresh token is a cookie that no script can read. */
export class Session {
  readonly #outside: SessionOutside
  readonly #listeners = new Set<() => void>()
  #state: SessionState = { status: 'initializing', version: 0, profile: undefined }
  #token: string | undefined
  #refreshing: Promise<boolean> | undefined
  /** Counts the endings, so that an answer that was on its way cannot bring a session back. */
  #endings = 0

  constructor(outside: SessionOutside) {
    this.#outside = outside
    outside.tabs.listen((news) => this.#hear(news))
  }

  readonly state = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  accessToken(): string | undefined {
    return this.#token
  }

  /** The first refresh, for a protected page. */
  begin(): void {
    if (this.#state.status === 'initializing') void this.refresh()
  }

  /** The first refresh on a public page: only where somebody was signed in before, so that visitors cost no call. */
  beginIfKnown(): void {
    if (this.#outside.tabs.wasSignedIn()) this.begin()
  }

  /**
   * New tokens in place of those of version `seen`; true when there are some. Those who ask at the same time share one call,
   * and one tab asks at a time: the others take its answer.
   */
  refresh(seen = this.#state.version): Promise<boolean> {
    if (this.#isNewerThan(seen)) return Promise.resolve(true)
    if (this.#refreshing) return this.#refreshing
    const endings = this.#endings
    this.#change({ status: 'refreshing' })
    this.#refreshing = this.#outside.tabs
      .alone(() => this.#askForTokens(seen, endings))
      .finally(() => {
        this.#refreshing = undefined
      })
    return this.#refreshing
  }

  /**
   * Stores the tokens of a successful sign-in and gives the profile.
   * @throws CallError when refused, after clearing the session; `SECOND_FACTOR_REQUIRED` carries what the second step needs
   */
  signIn(credentials: Credentials): Promise<Profile> {
    return this.#enter(() => this.#callLocal(credentials))
  }

  /** The second step of a sign-in. @throws CallError when refused */
  signInWithSecondFactor(given: SecondFactor): Promise<Profile> {
    return this.#enter(() => this.#outside.call('auth/login/secondFactor', given))
  }

  /** Signs in with a passkey alone. @throws CallError when refused */
  signInWithPasskey(given: PasskeySignIn): Promise<Profile> {
    return this.#enter(() => this.#outside.call('auth/login/passkey', given))
  }

  async #enter(enter: () => Promise<{ accessToken: string }>): Promise<Profile> {
    const { tabs } = this.#outside
    try {
      const accessToken = tokenIn(await enter())
      this.#setToken(accessToken)
      tabs.tell({ kind: 'tokens', accessToken })
    } catch (error) {
      this.#clear()
      throw error
    }
    const profile = await this.#fetchProfile()
    if (!profile) throw new Error('The profile could not be fetched')
    return profile
  }

  /** Ends the session here and in the other tabs, even when the call fails. */
  async signOut(): Promise<void> {
    const { call, tabs } = this.#outside
    try {
      await call('auth/sign-out', undefined, { token: this.#token })
    } catch (error) {
      report('Signing out was not confirmed; the session ends here all the same.', error)
    } finally {
      this.#clear()
      tabs.tell({ kind: 'ended' })
    }
  }

  // Past its limit, a sign-in is asked for a proof of work and taken with it.
  async #callLocal(credentials: Credentials): Promise<{ accessToken: string }> {
    const { call, solve } = this.#outside
    try {
      return await call('auth/login/local', credentials)
    } catch (error) {
      const challenge = challengeIn(error)
      if (challenge === undefined) throw error
      return call('auth/login/local', { ...credentials, proof: await solve(challenge) })
    }
  }

  async #askForTokens(seen: number, endings: number): Promise<boolean> {
    const { call, tabs } = this.#outside
    if (this.#isNewerThan(seen)) return true
    if (endings !== this.#endings) return false
    try {
      const accessToken = tokenIn(await call('auth/tokens/refresh', undefined))
      if (endings !== this.#endings) return false
      this.#setToken(accessToken)
      tabs.tell({ kind: 'tokens', accessToken })
    } catch (error) {
      if (endings !== this.#endings) return false
      report('The session could not be refreshed.', error)
      this.#clear()
      return false
    }
    return this.#state.profile !== undefined || (await this.#fetchProfile()) !== undefined
  }

  async #fetchProfile(): Promise<Profile | undefined> {
    const endings = this.#endings
    try {
      const profile = await this.#outside.call('getMyProfile', undefined, { token: this.#token })
      if (endings !== this.#endings) return undefined
      if (!Array.isArray(profile.roles)) throw new Error('Unexpected response from api')
      this.#change({ profile })
      return profile
    } catch (error) {
      if (endings !== this.#endings) return undefined
      report('The profile could not be fetched; the session ends.', error)
      this.#clear()
      return undefined
    }
  }

  #hear(news: TabNews): void {
    if (news.kind === 'ended') return this.#clear()
    this.#setToken(news.accessToken)
    void this.#fetchProfile()
  }

  #isNewerThan(seen: number): boolean {
    return this.#token !== undefined && this.#state.version !== seen
  }

  #setToken(accessToken: string): void {
    this.#token = accessToken
    this.#outside.tabs.noteSignedIn(true)
    this.#change({ status: 'authenticated', version: this.#state.version + 1 })
  }

  #clear(): void {
    this.#endings += 1
    this.#token = undefined
    this.#outside.tabs.noteSignedIn(false)
    this.#change({ status: 'not-authenticated', profile: undefined })
  }

  #change(next: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...next }
    for (const listener of this.#listeners) listener()
  }
}

// Whatever stands between the browser and Portico may answer in its stead.
function tokenIn({ accessToken }: { readonly accessToken: unknown }): string {
  if (typeof accessToken !== 'string') throw new Error('Unexpected response from api')
  return accessToken
}

function challengeIn(error: unknown): string | undefined {
  const body = error instanceof CallError && error.status === 429 ? error.body : undefined
  const carried = typeof body === 'object' && body !== null && 'challenge' in body ? body.challenge : undefined
  return typeof carried === 'string' ? carried : undefined
}

// Hardly anybody ever needs it.
async function solve(challenge: string): Promise<string> {
  const proofOfWork = await import('./proof-of-work.ts')
  return proofOfWork.solve(challenge, new AbortController().signal)
}

export const session = new Session({ call: callRest, tabs: openTabs(), solve })

/** The session as screens see it. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state, session.state)
}
