import type { Profile } from '@portico/shared/contract/auth'

/** `initializing` until a protected page asks for a refresh (shared/spec/product.md#session-states). */
export type SessionStatus = 'initializing' | 'refreshing' | 'not-authenticated' | 'authenticated'

export interface SessionState {
  readonly status: SessionStatus
  /** Counts the token sets; 0 before the first. */
  readonly version: number
  /** Who is signed in; undefined until it has been fetched. */
  readonly profile: Profile | undefined
  /** Someone signed out, but the server has not confirmed it: the cookie on this device could still continue the session. */
  readonly signOutPending: boolean
  /** The session was cleared because the server did not respond, not because it refused: it may continue once there is a network. */
  readonly unreachable: boolean
}
