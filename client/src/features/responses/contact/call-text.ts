import type { TelephoneCall } from '@portico/shared/contract/cases'
import { localDate } from '../../../words/local-date.tsx'

/** Returns the outcome of a call, such as 'Telephoned: no answer'. */
export function callText({ outcome, callAgainOn }: Pick<TelephoneCall, 'outcome' | 'callAgainOn'>): string {
  switch (outcome) {
    case 'reached':
      return 'Telephoned: reached'
    case 'no-answer':
      return 'Telephoned: no answer'
    case 'call-again':
      return `Call again on ${localDate(callAgainOn ?? '', 'en')}`
  }
}
