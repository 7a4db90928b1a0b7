import type { WorkshopListItem } from '@portico/shared/contract/workshops'
import { BreakableName } from '../../ui/breakable-name.tsx'

type Named = Pick<WorkshopListItem, 'name' | 'title' | 'test'>

/** Returns workshops as choices, by title; test workshops are labelled. */
export function workshopChoices(workshops: readonly Named[] | undefined): { value: string; label: string }[] {
  return (workshops ?? []).map(({ name, title, test }) => ({ value: name, label: workshopText(title, test) }))
}

/** Labels a workshop's name or title as plain text. */
export function workshopText(named: string, test: true | undefined): string {
  return test ? `${named} (test)` : named
}

/** A workshop's name with a visible mark for test workshops. */
export function WorkshopName({ name, test }: { name: string; test: true | undefined }) {
  return (
    <>
      <BreakableName name={name} />
      {test && <TestMark />}
    </>
  )
}

/** Marks a test workshop. */
export function TestMark() {
  return <span className="ms-2 inline-block rounded-sm bg-wait-soft px-2 text-sm font-medium text-ink">Test</span>
}
