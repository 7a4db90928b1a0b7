import { respondentOrders, type RespondentOrder } from '@portico/shared/contract/respondent-order'
import { languages } from '@portico/shared/words/languages'
import { Select } from '../../../ui/fields/select.tsx'
import { ToggleButton } from '../../../ui/toggle-button.tsx'
import { useUrlChoice } from '../../../ui/lists/url-state.ts'
import { useWorkshops } from '../../../layout/workshops/use-workshops.ts'
import { WorkshopChoice } from '../workshop-choice.tsx'
import { useQueue } from './use-queue.ts'

const orderLabels: Record<RespondentOrder, string> = {
  workshop: 'Soonest workshop',
  waiting: 'Longest waiting',
  newest: 'Newest',
  flags: 'Fewest red answers left',
  name: 'Name',
  contact: 'Contact: without email first',
  language: 'Language',
}

const orders: readonly RespondentOrder[] = ['workshop', ...respondentOrders.filter((order) => order !== 'workshop')]

/** Sorting and filters of a queue, all kept in the URL. */
export function QueueFilters() {
  const { order, reverse, filter, sortBy } = useQueue()
  const workshops = useWorkshops()
  const [, chooseLanguage] = useUrlChoice('language')
  return (
    <section aria-label="Order and filters" className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        <Select
          label="Order"
          value={order}
          choices={orders.map((value) => ({
            value,
            label: value === order && reverse ? `${orderLabels[value]}, reversed` : orderLabels[value],
          }))}
          onChange={(event) => sortBy(respondentOrders.find((known) => known === event.target.value) ?? 'workshop')}
        />
        <Select
          label="Language"
          value={filter.language ?? ''}
          placeholder="All languages"
          choices={languages.map(({ code, englishName }) => ({ value: code, label: englishName }))}
          onChange={(event) => chooseLanguage(event.target.value)}
        />
        <WorkshopChoice workshops={workshops.data ?? []} value={filter.workshopName} all="All workshops" />
      </div>
      <div className="flex flex-wrap gap-3">
        <Switch name="ready" label="Ready to decide" />
        <Switch name="mine" label="Read by me" />
      </div>
    </section>
  )
}

function Switch({ name, label }: { name: 'ready' | 'mine'; label: string }) {
  const [on, choose] = useUrlChoice(name)
  return (
    <ToggleButton pressed={on !== undefined} onPress={() => choose(on === undefined ? '1' : '')}>
      {label}
    </ToggleButton>
  )
}
