import { compareWithDatabase, type Ledger } from './clients.ts'
import type { Portal } from './portal.ts'

/** What came of a scenario. */
export interface Outcome {
  /** What was done and seen, in figures. */
  readonly seen: string
  /** Everything that should not be; none when it passed. */
  readonly faults: readonly string[]
  /** What happens without the protection, and whether that shows, as it must. */
  readonly control: { readonly seen: string; readonly shows: boolean }
}

/** What goes wrong on purpose, and what must hold all the same. `share`: how much of its full length it runs, above 0 and up to 1. */
export interface Scenario {
  readonly name: string
  run(portal: Portal, share: number): Promise<Outcome>
}

/** A fault in a sentence, unless it holds. */
export function unless(holds: boolean, fault: string): string[] {
  return holds ? [] : [fault]
}

/** Nothing acknowledged lost, nothing doubled, no answer that breaks the rule. */
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

/** The figures of a ledger. */
export function figuresOf({ acknowledged, statuses }: Ledger): string {
  const others = [...statuses].filter(([status]) => status !== '200').map(([status, many]) => `${many} × ${status}`)
  return [`${acknowledged.size} acknowledged`, ...others].join(', ')
}
