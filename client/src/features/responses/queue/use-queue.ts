import { respondentOrders, type RespondentOrder } from '@portico/shared/contract/respondent-order'
import { useUrlChoice } from '../../../ui/lists/url-state.ts'

/** Order and filters of a queue, in the form that its calls take. */
export interface Queue {
  readonly order: RespondentOrder
  readonly reverse: boolean
  readonly filter: {
    readonly language: string | undefined
    readonly workshopName: string | undefined
    readonly ready: true | undefined
    readonly mine: true | undefined
  }
  /** Whether a filter may be hiding respondents. */
  readonly filtered: boolean
  /** Sorts by `order`; reverses if already sorted by it. */
  readonly sortBy: (order: RespondentOrder) => void
}

/** Reads the order and filters of a queue from the URL (shared/spec/contract.md#queue). Defaults to the most urgent first. */
export function useQueue(): Queue {
  const [sorted, sort] = useUrlChoice('order')
  const [language] = useUrlChoice('language')
  const [workshopName] = useUrlChoice('workshop')
  const [ready] = useUrlChoice('ready')
  const [mine] = useUrlChoice('mine')
  const order = respondentOrders.find((known) => known === sorted?.replace(/^-/, '')) ?? 'workshop'
  const reverse = sorted?.startsWith('-') ?? false
  return {
    order,
    reverse,
    filter: { language, workshopName, ready: ready === undefined ? undefined : true, mine: mine === undefined ? undefined : true },
    filtered: [language, workshopName, ready, mine].some((choice) => choice !== undefined),
    sortBy: (next) => sort(next === order && !reverse ? `-${next}` : next),
  }
}
