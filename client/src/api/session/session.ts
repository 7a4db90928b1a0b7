import type { Credentials, Profile } from '@portico/shared/contract/auth'
import type { PasskeySignIn, SecondFactor } from '@portico/shared/contract/sign-in'
import type { AuthorizationResponse } from '@portico/shared/contract/single-sign-on'
import { useSyncExternalStore } from 'react'
import { report } from '../report.ts'
import { callRest } from '../rest.ts'
import { forgetDay } from './door-store.ts'
import type { SessionState } from './session-state.ts'
import { challengeIn, isRefused, sessionIn, tokenIn } from './sign-in-answers.ts'
import { openTabs, type TabMessage, type Tabs } from './tabs.ts'
import { watchSession } from './session-watch.ts'

/** The dependencies of a session. */
export interface SessionDependencies {
  readonly call: typeof callRest
  readonly tabs: Tabs
  /** Solves the proof of work that a rate-limited sign-in asks for. */
  readonly solve: (challenge: string) => Promise<string>
  /** Deletes device data that must not outlive the session. */
  readonly forget: () => void
}

/** A session whose access token is in memory only; the refresh token is an HTTP-only cookie. */
export class Session {
  readonly #dependencies: SessionDependencies
  readonly #listeners = new Set<() => void>()
  #state: SessionState
  #token: string | undefined
  /** The token of the session that is being ended. */
  #endingToken: string | undefined
  #isSigningIn = false
  #sharedDevice = false
  #refreshing: Promise<boolean> | undefined
  #signingOut: Promise<void> | undefined
  /** Incremented whenever a session begins or ends, so that a late response can neither revive a session nor change its owner. */
  #endings = 0

  constructor(dependencies: SessionDependencies) {
    this.#dependencies = dependencies
    this.#state = {
      status: 'initializing',
      version: 0,
      profile: undefined,
      signOutPending: dependencies.tabs.isSignOutPending(),
      unreachable: false,
    }
    dependencies.tabs.listen((news) => this.#onTabMessage(news))
  }

  readonly state = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Changes when the session ends or another begins: a call that was made before must not be made in the name of whoever is next. */
  sessionNumber(): number {
    return this.#endings
  }

  accessToken(): string | undefined {
    return this.#token
  }

  /** Starts the first refresh, for a protected page. */
  begin(): void {
    if (this.#state.status === 'initializing') void this.refresh()
  }

  /** Starts the first refresh on a public page, only if someone was signed in before, so that visitors cost no call. */
  beginIfKnown(): void {
    if (this.#dependencies.tabs.wasSignedIn()) this.begin()
  }

  /**
   * Replaces the tokens of version `seen`; true if there are newer ones. Concurrent callers share one request, and only one tab refreshes
   * at a time: the others take its tokens.
   */
  refresh(seen = this.#state.version): Promise<boolean> {
    if (this.#isNewerThan(seen)) return Promise.resolve(true)
    if (this.#refreshing) return this.#refreshing
    const endings = this.#endings
    this.#change({ status: 'refreshing' })
    this.#refreshing = this.#dependencies.tabs
      .withLock(() => this.#askForTokens(seen, endings))
      .finally(() => {
        this.#refreshing = undefined
      })
    return this.#refreshing
  }

  /**
   * Stores the tokens of a successful sign-in and returns the profile.
   * @throws CallError if refused, after clearing an existing session; `SECOND_FACTOR_REQUIRED` carries what the second step needs
   */
  signIn(credentials: Credentials): Promise<Profile> {
    this.#sharedDevice = credentials.sharedDevice ?? false
    return this.#completeSignIn(() => this.#callLocal(credentials))
  }

  /** Completes a sign-in with the second factor. @throws CallError if refused */
  signInWithSecondFactor(given: SecondFactor): Promise<Profile> {
    return this.#completeSignIn(() => this.#dependencies.call('auth/login/secondFactor', { ...given, sharedDevice: this.#sharedDevice }))
  }

  /** Signs in with a passkey alone. @throws CallError if refused */
  signInWithPasskey(given: PasskeySignIn): Promise<Profile> {
    this.#sharedDevice = given.sharedDevice ?? false
    return this.#completeSignIn(() => this.#dependencies.call('auth/login/passkey', given))
  }

  /** Signs in with the parameters of the identity provider's redirect. @throws CallError if refused */
  signInWithProvider(given: AuthorizationResponse): Promise<Profile> {
    this.#sharedDevice = given.sharedDevice ?? false
    return this.#completeSignIn(() => this.#dependencies.call('auth/singleSignOn/finish', given))
  }

  async #completeSignIn(enter: () => Promise<{ accessToken: string }>): Promise<Profile> {
    const { tabs } = this.#dependencies
    await this.finishSignOut()
    this.#isSigningIn = true
    try {
      const accessToken = tokenIn(await enter())
      // The new cookie has replaced the one whose session could not be ended.
      tabs.setSignOutPending(false)
      tabs.setSharedDevice(this.#sharedDevice)
      tabs.recordUse(Date.now())
      this.#begin(accessToken)
      tabs.broadcast({ kind: 'tokens', accessToken, begun: true })
    } catch (error) {
      if (this.#token !== undefined) this.#clear()
      throw error
    } finally {
      this.#isSigningIn = false
    }
    const profile = await this.#fetchProfile()
    if (!profile) throw new Error('The profile could not be fetched')
    return profile
  }

  /** Ends the session in all tabs. `signOutPending` is true until the server has confirmed it. */
  async signOut(): Promise<void> {
    const { tabs } = this.#dependencies
    this.#endingToken = this.#token
    tabs.setSignOutPending(true)
    this.#end()
    tabs.broadcast({ kind: 'ended' })
    await this.finishSignOut()
  }

  /**
   * Sends a sign-out that the server has not confirmed, if there is one; concurrent callers share one request, whose response could delete
   * the cookie of the next session otherwise. Never throws, and can be retried.
   */
  async finishSignOut(): Promise<void> {
    if (!this.#dependencies.tabs.isSignOutPending() || this.#isSigningIn) return
    this.#signingOut ??= this.#sendSignOut().finally(() => {
      this.#signingOut = undefined
    })
    await this.#signingOut
  }

  async #sendSignOut(): Promise<void> {
    const { call, tabs } = this.#dependencies
    try {
      await call('auth/sign-out', undefined, { token: this.#endingToken })
      this.#endingToken = undefined
      tabs.setSignOutPending(false)
    } catch (error) {
      report('Signing out was not confirmed; it will be tried again.', error)
    }
    this.#change({ signOutPending: tabs.isSignOutPending() })
    tabs.broadcast({ kind: 'ended' })
  }

  // A rate-limited sign-in is repeated with a proof of work.
  async #callLocal(credentials: Credentials): Promise<{ accessToken: string }> {
    const { call, solve } = this.#dependencies
    try {
      return await call('auth/login/local', credentials)
    } catch (error) {
      const challenge = challengeIn(error)
      if (challenge === undefined) throw error
      return call('auth/login/local', { ...credentials, proof: await solve(challenge) })
    }
  }

  async #askForTokens(seen: number, endings: number): Promise<boolean> {
    const { call, tabs } = this.#dependencies
    if (this.#isNewerThan(seen)) return true
    if (endings !== this.#endings) return false
    if (tabs.isSignOutPending()) {
      this.#end()
      await this.finishSignOut()
      return false
    }
    try {
      const accessToken = tokenIn(await call('auth/tokens/refresh', undefined))
      if (endings !== this.#endings) return false
      const begun = this.#acceptToken(accessToken)
      tabs.broadcast({ kind: 'tokens', accessToken, begun })
      // False, so that calls made for the previous account are not repeated for the new one.
      if (begun) return await this.#fetchProfile().then(() => false)
    } catch (error) {
      if (endings !== this.#endings) return false
      report('The session could not be refreshed.', error)
      if (isRefused(error)) this.#end()
      else this.#clear(true)
      return false
    }
    return this.#state.profile !== undefined || (await this.#fetchProfile()) !== undefined
  }

  async #fetchProfile(): Promise<Profile | undefined> {
    const endings = this.#endings
    try {
      const profile = await this.#dependencies.call('getMyProfile', undefined, { token: this.#token })
      if (endings !== this.#endings) return undefined
      if (!Array.isArray(profile.roles)) throw new Error('Unexpected response from api')
      this.#change({ profile })
      return profile
    } catch (error) {
      if (endings !== this.#endings) return undefined
      report('The profile could not be fetched; the session ends.', error)
      this.#clear(!isRefused(error))
      return undefined
    }
  }

  #onTabMessage(news: TabMessage): void {
    if (news.kind === 'ended') return this.#end()
    this.#acceptToken(news.accessToken, news.begun)
    void this.#fetchProfile()
  }

  #isNewerThan(seen: number): boolean {
    return this.#token !== undefined && this.#state.version !== seen
  }

  // Another account may have signed in without a message to this tab; returns whether the session is a new one.
  #acceptToken(accessToken: string, begun = false): boolean {
    const isOther = begun || (this.#token !== undefined && sessionIn(accessToken) !== sessionIn(this.#token))
    if (isOther) this.#begin(accessToken)
    else this.#setToken(accessToken)
    return isOther
  }

  // Removes the previous account from the screen until the new profile is known.
  #begin(accessToken: string): void {
    this.#endings += 1
    this.#change({ profile: undefined })
    this.#setToken(accessToken)
  }

  #setToken(accessToken: string): void {
    this.#token = accessToken
    this.#dependencies.tabs.setSignedIn(true)
    this.#change({ status: 'authenticated', version: this.#state.version + 1, signOutPending: false, unreachable: false })
  }

  // Device data is deleted only here: a failed sign-in or an unreachable server does not end a session.
  #end(): void {
    this.#clear()
    this.#dependencies.forget()
  }

  #clear(unreachable = false): void {
    this.#endings += 1
    this.#token = undefined
    this.#dependencies.tabs.setSignedIn(false)
    this.#change({
      status: 'not-authenticated',
      profile: undefined,
      signOutPending: this.#dependencies.tabs.isSignOutPending(),
      unreachable,
    })
  }

  #change(next: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...next }
    for (const listener of this.#listeners) listener()
  }
}

// Loaded on demand, because it is rarely needed.
async function solve(challenge: string): Promise<string> {
  const proofOfWork = await import('../proof-of-work.ts')
  return proofOfWork.solve(challenge, new AbortController().signal)
}

const forget = () => void forgetDay().catch((error: unknown) => report('The door could not be deleted.', error))
const tabs = openTabs()
export const session = new Session({ call: callRest, tabs, solve, forget })
if (typeof window !== 'undefined') watchSession(session, tabs)

/** Returns the session state and re-renders when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state, session.state)
}
