import { compareWithDatabase, type Ledger } from './clients.ts'
import type { Portal } from './portal.ts'

/** The result of a scenario. */
export interface Outcome {
  /** What was done and observed, in figures. */
  readonly seen: string
  /** Everything that went wrong; empty if it passed. */
  readonly faults: readonly string[]
  /** What happens without the protection, and whether the difference shows, as it must. */
  readonly control: { readonly seen: string; readonly shows: boolean }
}

/** A deliberate failure, and what must hold nevertheless. `share` is the fraction of its full length that it runs, above 0 and up to 1. */
export interface Scenario {
  readonly name: string
  run(portal: Portal, share: number): Promise<Outcome>
}

/** Returns the fault unless the condition holds. */
export function unless(holds: boolean, fault: string): string[] {
  return holds ? [] : [fault]
}

/** Checks that nothing acknowledged is lost, nothing is stored twice, and no response violates the rules. */
export async function faultsOf(portal: Portal, ledger: Ledger): Promise<string[]> {
  const { lost, doubled } = await compareWithDatabase(portal, ledger)
  const [first] = ledger.broken
  return [
    ...unless(ledger.acknowledged.size > 0, 'nothing was acknowledged'),
    ...unless(lost === 0, `${lost} acknowledged submissions are lost`),
    ...unless(doubled === 0, `${doubled} submissions are there twice`),
    ...unless(first === undefined, `${ledger.broken.length} wrong answers, such as: ${first}`),
  ]
}

/** Summarises a ledger. */
export function figuresOf({ acknowledged, statuses }: Ledger): string {
  const others = [...statuses].filter(([status]) => status !== '200').map(([status, many]) => `${many} × ${status}`)
  return [`${acknowledged.size} acknowledged`, ...others].join(', ')
}
