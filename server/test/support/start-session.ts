import { openSession, type Tokens } from '../../src/features/auth/sessions.ts'
import { createContext, type Services } from '../../src/infra/request-context.ts'

/** Starts a session for an account, as if it had just signed in. */
export function startSession(services: Services, accountId: number): Promise<Tokens> {
  const ctx = createContext({ services, requestId: 'session' }, services.orm.em.fork())
  return openSession(ctx, { id: accountId, passwordHash: '' }, { browser: 'Unknown browser' })
}
