import type { Caller, Deps } from '../infra/work.ts'

/** The refresh cookie of this request and reply. */
export interface RefreshCookie {
  readonly value: string | undefined
  set(value: string, expires: Date): void
  clear(): void
}

/** What both doors know of a request. */
export interface Context {
  readonly deps: Deps
  readonly caller: Caller | undefined
  /** What kept the door from finding out who is calling; every call then fails with it. */
  readonly broken?: { readonly error: unknown } | undefined
  /** A bearer token came along that is nobody's any more. */
  readonly staleToken?: boolean
  readonly requestId: string
  /** The network address that limits count by. */
  readonly address: string
  readonly cookie: RefreshCookie
  /** The `Idempotency-Key` header as it came. */
  readonly idempotencyKey: string | undefined
  /** Whether other calls travel in the same request. */
  readonly batched: boolean
  /** Sets `Retry-After`, in seconds. */
  retryAfter(seconds: number): void
}
