import type { AppRouter } from '@portico/server/api/root'
import { httpBatchLink, httpLink, isNonJsonSerializable, splitLink, type TRPCLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { refreshLink } from './session/refresh-link.ts'
import { session } from './session/session.ts'

export type RouterInputs = inferRouterInputs<AppRouter>
export type RouterOutputs = inferRouterOutputs<AppRouter>

/** The server's calls as hooks: `trpc.agency.getMyAgencyList.useQuery()`. */
export const trpc = createTRPCReact<AppRouter>()

const maxBatchSize = 10

/** Never batched: calls that are rate limited or carry an idempotency key (quality: sign-in and submission). */
const unbatched: readonly string[] = [
  'auth.login.local',
  'auth.register.local',
  'auth.finishResetPassword',
  'auth.login.passkeyOptions',
  'auth.mySignIn.reauthenticate',
  'responses.addNewQuestionnaireResponse',
]

/** Creates the links of every call. Queries are sent as POST too, because names and ids in URLs end up in logs. */
export function createLinks(): TRPCLink<AppRouter>[] {
  const options = { url: '/trpc', methodOverride: 'POST', headers: authorization } as const
  return [
    refreshLink(session),
    splitLink({
      condition: (operation) => isNonJsonSerializable(operation.input) || unbatched.includes(operation.path),
      true: httpLink(options),
      false: httpBatchLink({ ...options, maxItems: maxBatchSize }),
    }),
  ]
}

function authorization(): Record<string, string> {
  const token = session.accessToken()
  return token ? { authorization: `Bearer ${token}` } : {}
}
