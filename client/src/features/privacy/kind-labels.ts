import type { PrivacyRequestKind } from '@portico/shared/rules/privacy'

/** Labels for the kinds of requests on staff screens. */
export const kindLabels: Readonly<Record<PrivacyRequestKind, string>> = {
  see: 'See their data',
  correct: 'Correct it',
  stop: 'Stop using it',
  resume: 'Use it again',
  delete: 'Delete everything',
}
