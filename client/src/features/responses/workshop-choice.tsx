import type { RespondentEntry } from '@portico/shared/contract/responses'
import type { WorkshopListItem } from '@portico/shared/contract/workshops'
import { useWorkshops } from '../../layout/workshops/use-workshops.ts'
import { workshopChoices, WorkshopTitle } from '../../layout/workshops/workshop-name.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { useUrlChoice } from '../../ui/lists/url-state.ts'

/** Shows the workshop of a respondent by its title. */
export function WorkshopOf({ respondent: { workshopName, test } }: Pick<RespondentEntry, 'respondent'>) {
  return <WorkshopTitle name={workshopName} test={test} />
}

/** Returns the workshop of a list of green dots: the one in the URL, else the only one, the default, or the newest. */
export function useOneWorkshop(): { workshops: readonly WorkshopListItem[] | undefined; name: string | undefined; error: unknown } {
  const { data: workshops, error } = useWorkshops()
  const [chosen] = useUrlChoice('workshop')
  const found =
    workshops?.find((workshop) => workshop.name === chosen) ?? workshops?.find((workshop) => workshop.isDefault) ?? workshops?.[0]
  return { workshops, name: found?.name, error }
}

interface WorkshopChoiceProps {
  workshops: readonly WorkshopListItem[]
  value: string | undefined
  /** Label of an option for all workshops; without it there is none. */
  all?: string
}

/** Selects a workshop and keeps the choice in the URL. */
export function WorkshopChoice({ workshops, value, all }: WorkshopChoiceProps) {
  const [, choose] = useUrlChoice('workshop')
  return (
    <Select
      label="Workshop"
      value={value ?? ''}
      placeholder={all}
      choices={workshopChoices(workshops)}
      onChange={(event) => choose(event.target.value)}
    />
  )
}
