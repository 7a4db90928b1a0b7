import type { WorkshopListItem } from '@portico/shared/contract/workshops'
import { BreakableName } from '../../ui/breakable-name.tsx'

type Named = Pick<WorkshopListItem, 'name' | 'title' | 'test'>

/** Workshops to choose from, by title; a test workshop says that it is one. */
export function workshopChoices(workshops: readonly Named[] | undefined): { value: string; label: string }[] {
  return (workshops ?? []).map(({ name, title, test }) => ({ value: name, label: workshopText(title, test) }))
}

/** A workshop's name or title where there is only text. */
export function workshopText(named: string, test: true | undefined): string {
  return test ? `${named} (test)` : named
}

/** The same with a mark that is seen at a glance. */
export function WorkshopName({ name, test }: { name: string; test: true | undefined }) {
  return (
    <>
      <BreakableName name={name} />
      {test && <TestMark />}
    </>
  )
}

/** Says of a workshop that it is there to try things in. */
export function TestMark() {
  return <span className="ms-2 inline-block rounded-sm bg-wait-soft px-2 text-sm font-medium text-ink">Test</span>
}
