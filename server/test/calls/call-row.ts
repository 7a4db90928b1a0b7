import type { FailureId } from '@portico/shared/words/failures'
import type { Principal } from '../../src/api/access.ts'
import type { SeedAccountName } from '../../src/seed/seed-accounts.ts'
import type { ForeignThings } from './foreign-things.ts'
import type { World } from './world.ts'

/** The input of a call. */
export interface Sample {
  readonly input?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The token of a specific caller, if not every account of the role will do. */
  readonly token?: string
}

/** A call that is refused: caller and input. */
export interface Provocation {
  readonly as?: SeedAccountName
  /** The token of a caller who is not a seed account. */
  readonly token?: string
  readonly input?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Provoke = (world: World) => Promise<Provocation> | Provocation

/** Foreign objects, each of which must give the same response as the missing one. */
export interface ForeignCase {
  readonly foreign: Readonly<Record<string, unknown>>
  readonly missing: unknown
  /** The refusal; `null` if the response is `null`; undefined if it is an empty list. */
  readonly refusal?: FailureId | null
}

/** Everything that the sweeps over all calls know about one call. */
export interface CallRow {
  /** Input with which the call succeeds for anyone who may make it; created for each use. Free text in it is `personalText`. */
  readonly sample: (world: World, principal?: Principal) => Promise<Sample> | Sample
  /** One way to provoke each refusal that the call documents. */
  readonly failures?: Readonly<Partial<Record<FailureId, Provoke>>>
  /** Foreign objects for each principal whose cell in the access matrix is `o`. A string names the test that covers it instead. */
  readonly foreign?: Readonly<Partial<Record<Principal, ((things: ForeignThings) => Promise<ForeignCase> | ForeignCase) | string>>>
}

export type CallRows = Readonly<Record<string, CallRow>>

export const asAdam = (input: unknown): Provocation => ({ as: 'adam', input })
export const asAna = (input: unknown): Provocation => ({ as: 'ana', input })
export const asVera = (input: unknown): Provocation => ({ as: 'vera', input })
