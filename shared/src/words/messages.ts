/** What every message is for, as staff read it. */
export const messageKinds = {
  invitation: 'Invitation',
  'invitation-again': 'Invitation, again',
  'workshop-change': 'Changed workshop',
  'reminder-week': 'Reminder, 7 days before',
  'reminder-day': 'Reminder, the day before',
  registration: 'Registration link',
  verify: 'Email confirmation',
  reset: 'New password',
  'sign-in-notice': 'Sign-in notice',
  'review-reminder': 'Reminder to a reviewer',
  mention: 'Mention',
  'webhook-disabled': 'Disabled webhook',
  'privacy-link': 'Link to their data',
  'privacy-reminder': 'Reminder of privacy requests',
  'template-test': 'Test of a template',
} as const
export type MessageKind = keyof typeof messageKinds
export const messageKindNames = Object.keys(messageKinds) as [MessageKind, ...MessageKind[]]

/** What became of a message; whether one bounced later, no mail server tells. */
export const messageStates = {
  waiting: 'Waiting',
  refused: 'Refused, tried again',
  sent: 'Sent',
  'gave-up': 'Given up',
  'not-sent': 'Not sent',
} as const
export type MessageState = keyof typeof messageStates
export const messageStateNames = Object.keys(messageStates) as [MessageState, ...MessageState[]]
