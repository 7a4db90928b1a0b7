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

const mostInOneBatch = 10

/** Never in a batch: what is counted against a limit or carries its own key (quality: sign-in and submission). */
const alone: readonly string[] = [
  'auth.login.local',
  'auth.login.passkeyOptions',
  'auth.mySignIn.reauthenticate',
  'responses.addNewQuestionnaireResponse',
]

/** The way of every call. Queries go as POST too: names and ids in an address end up in logs. */
export function createLinks(): TRPCLink<AppRouter>[] {
  const options = { url: '/trpc', methodOverride: 'POST', headers: authorization } as const
  return [
    refreshLink(session),
    splitLink({
      condition: (operation) => isNonJsonSerializable(operation.input) || alone.includes(operation.path),
      true: httpLink(options),
      false: httpBatchLink({ ...options, maxItems: mostInOneBatch }),
    }),
  ]
}

function authorization(): Record<string, string> {
  const token = session.accessToken()
  return token ? { authorization: `Bearer ${token}` } : {}
}
