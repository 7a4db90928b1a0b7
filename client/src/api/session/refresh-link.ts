import type { TRPCClientError, TRPCLink } from '@trpc/client'
import type { AnyRouter } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import type { Session } from './session.ts'

/**
 * Refreshes the tokens and sends the call once more after a 401, or after a 403 while no token was ever set (shared/spec/product.md#roles).
 * A second refusal reaches the screen, and so does the first one if the session it was made in is over.
 */
export function refreshLink<Router extends AnyRouter>(session: Pick<Session, 'state' | 'refresh' | 'sessionNumber'>): TRPCLink<Router> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let subscription: { unsubscribe(): void } | undefined
        let closed = false
        const madeIn = session.sessionNumber()
        const send = (mayRefresh: boolean) => {
          const seen = session.state().version
          subscription = next(op).subscribe({
            ...observer,
            error: (error) => {
              if (!mayRefresh || !asksForTokens(error, seen)) return observer.error(error)
              void session.refresh(seen).then((refreshed) => {
                if (closed) return
                if (refreshed && session.sessionNumber() === madeIn) send(false)
                else observer.error(error)
              })
            },
          })
        }
        send(true)
        return () => {
          closed = true
          subscription?.unsubscribe()
        }
      })
}

function asksForTokens<Router extends AnyRouter>(error: TRPCClientError<Router>, version: number): boolean {
  const data: unknown = error.data
  if (typeof data !== 'object' || data === null || !('httpStatus' in data)) return false
  return data.httpStatus === 401 || (data.httpStatus === 403 && version === 0)
}
