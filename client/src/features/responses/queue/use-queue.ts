import { respondentOrders, type RespondentOrder } from '@portico/shared/contract/respondent-order'
import { useUrlChoice } from '../../../ui/lists/url-state.ts'

/** In which order a list stands and whom it leaves out, as its calls take it. */
export interface Queue {
  readonly order: RespondentOrder
  readonly reverse: boolean
  readonly filter: {
    readonly language: string | undefined
    readonly workshopName: string | undefined
    readonly ready: true | undefined
    readonly mine: true | undefined
  }
  /** Whether somebody may be missing because of a filter. */
  readonly filtered: boolean
  /** Orders by this; by the same once more, the other way around. */
  readonly sortBy: (order: RespondentOrder) => void
}

/** The order and filters of a list of cases, all in the address (shared/spec/contract.md#queue). The most urgent come first. */
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
