import type { FailureId } from '@portico/shared/words/failures'
import type { Principal } from '../../src/api/access.ts'
import type { SeedAccountName } from '../../src/seed/seed-accounts.ts'
import type { ForeignThings } from './foreign-things.ts'
import type { World } from './world.ts'

/** Something to send. */
export interface Sample {
  readonly input?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Of who has to make the call, where not anybody of the role will do. */
  readonly token?: string
}

/** Who sends what to be refused. */
export interface Provocation {
  readonly as?: SeedAccountName
  /** Of someone who is not of the seed. */
  readonly token?: string
  readonly input?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Provoke = (world: World) => Promise<Provocation> | Provocation

/** Things that are not the caller's, each of which has to be answered like the missing one. */
export interface ForeignCase {
  readonly foreign: Readonly<Record<string, unknown>>
  readonly missing: unknown
  /** The refusal; `null`: none, the answer is `null`; left out: an empty list. */
  readonly refusal?: FailureId | null
}

/** Everything that the sweeps over all calls know of one call. */
export interface CallRow {
  /** Something with which the call succeeds for anyone who may make it; made anew for each use. People's own words in it are `personalText`. */
  readonly sample: (world: World, principal?: Principal) => Promise<Sample> | Sample
  /** One way to meet each refusal that the call documents. */
  readonly failures?: Readonly<Partial<Record<FailureId, Provoke>>>
  /** For each principal whose cell in the access matrix is `o`: what is not theirs. A text names the test that shows it instead. */
  readonly foreign?: Readonly<Partial<Record<Principal, ((things: ForeignThings) => Promise<ForeignCase> | ForeignCase) | string>>>
}

export type CallRows = Readonly<Record<string, CallRow>>

export const asAdam = (input: unknown): Provocation => ({ as: 'adam', input })
export const asAna = (input: unknown): Provocation => ({ as: 'ana', input })
export const asVera = (input: unknown): Provocation => ({ as: 'vera', input })
