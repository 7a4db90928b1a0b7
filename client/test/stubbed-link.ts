import { TRPCClientError, type TRPCLink } from '@trpc/client'
import type { AppRouter } from '@portico/server/api/root'
import type { FailureId, FaultId } from '@portico/shared/words/failures'
import { observable } from '@trpc/server/observable'
import type { RouterInputs, RouterOutputs } from '../src/api/trpc.ts'

type Nested =
  | `auth.login.${keyof RouterOutputs['auth']['login']}`
  | `auth.mySignIn.${keyof RouterOutputs['auth']['mySignIn']}`
  | 'auth.register.local'
  | 'auth.register.verify'
  | 'auth.tokens.refresh'

type PathOf<Tree> =
  | Nested
  | { [Key in keyof Tree & string]: Key extends 'getMyProfile' ? never : `${Key}.${keyof Tree[Key] & string}` }[keyof Tree & string]

type At<Tree, Path> = Path extends `${infer Group}.${infer Rest}`
  ? Group extends keyof Tree
    ? At<Tree[Group], Rest>
    : never
  : Path extends keyof Tree
    ? Tree[Path]
    : never

/** Stubbed responses by the call's path, typed like the call: `'agency.getMyAgencyList': () => [...]`. */
export type Calls = {
  [Path in PathOf<RouterOutputs>]?: (input: At<RouterInputs, Path>) => At<RouterOutputs, Path> | Promise<At<RouterOutputs, Path>>
}

/** Thrown by a stub to refuse as the server would. */
export class Refusal extends Error {
  readonly data: Readonly<Record<string, unknown>>

  constructor(id: FailureId | FaultId, message: string, data: Record<string, unknown> = {}) {
    super(message)
    this.data = { httpStatus: 400, failure: { id, message }, ...data }
  }
}

/** A link that answers from the stubs; a call without a stub fails the test with its name. */
export function stubbedLink(calls: Calls): TRPCLink<AppRouter> {
  const stubs = new Map<string, (input: never) => unknown>(Object.entries(calls))
  return () =>
    ({ op }) =>
      observable((observer) => {
        const answer = async () => {
          const stub = stubs.get(op.path)
          if (!stub) throw new Refusal('INTERNAL_ERROR', `The test has no answer for ${op.path}`)
          return stub(op.input as never)
        }
        answer().then(
          (data) => {
            observer.next({ result: { type: 'data', data } })
            observer.complete()
          },
          (error: unknown) => observer.error(asClientError(error)),
        )
      })
}

function asClientError(error: unknown): TRPCClientError<AppRouter> {
  const cause = error instanceof Error ? error : new Error(String(error))
  const data = error instanceof Refusal ? error.data : { httpStatus: 500, failure: { id: 'INTERNAL_ERROR', message: cause.message } }
  return TRPCClientError.from({ error: { code: -32600, message: cause.message, data } } as never)
}
