import type { WorkshopListItem } from '@portico/shared/contract/workshops'
import { BreakableName } from '../../ui/breakable-name.tsx'
import { localDate } from '../../words/local-date.tsx'
import { useWorkshopTitles } from './use-workshops.ts'

type Named = Pick<WorkshopListItem, 'name' | 'title' | 'eventDate' | 'test'>

/** Returns workshops as choices, by title; with the date and then the name where titles are the same. Test workshops are labelled. */
export function workshopChoices(workshops: readonly Named[] = []): { value: string; label: string }[] {
  const isOnly = (one: Named, textOf: (workshop: Named) => string) =>
    !workshops.some((other) => other !== one && textOf(other) === textOf(one))
  const title = (workshop: Named) => workshop.title
  const dated = (workshop: Named) =>
    workshop.eventDate === null ? workshop.title : `${workshop.title}, ${localDate(workshop.eventDate, 'en')}`
  const named = (workshop: Named) => `${workshop.title}, ${workshop.name}`
  return workshops.map((workshop) => {
    const textOf = [title, dated].find((candidate) => isOnly(workshop, candidate)) ?? named
    return { value: workshop.name, label: workshopText(textOf(workshop), workshop.test) }
  })
}

/** Labels a workshop's name or title as plain text. */
export function workshopText(named: string, test: true | undefined): string {
  return test ? `${named} (test)` : named
}

/** The title of the workshop with this name, with a visible mark for test workshops. */
export function WorkshopTitle({ name, test }: { name: string; test?: true | undefined }) {
  return <WorkshopName name={useWorkshopTitles()(name)} test={test} />
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
