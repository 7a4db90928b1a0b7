export const messageKindNames = [
  'invitation',
  'invitation-again',
  'workshop-change',
  'reminder-week',
  'reminder-day',
  'announcement',
  'seat-offer',
  'registration',
  'verify',
  'reset',
  'sign-in-notice',
  'review-reminder',
  'mention',
  'webhook-disabled',
  'privacy-link',
  'privacy-reminder',
  'template-test',
] as const
export type MessageKind = (typeof messageKindNames)[number]

/** The messages that tell a respondent when and where the workshop is, with the details at the time of sending. */
export const invitingKinds = [
  'invitation',
  'invitation-again',
  'workshop-change',
  'reminder-week',
  'reminder-day',
  'seat-offer',
] as const satisfies readonly MessageKind[]

/** Labels of the message kinds, for staff. */
export const messageKinds: Readonly<Record<MessageKind, string>> = {
  invitation: 'Invitation',
  'invitation-again': 'Invitation, again',
  'workshop-change': 'Changed workshop',
  'reminder-week': 'Reminder, 7 days before',
  'reminder-day': 'Reminder, the day before',
  announcement: 'Announcement',
  'seat-offer': 'Offer of a free seat',
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
}

export const messageChannelNames = ['email', 'text'] as const
export type MessageChannel = (typeof messageChannelNames)[number]

/** Labels of the channels. */
export const messageChannels: Readonly<Record<MessageChannel, string>> = { email: 'Email', text: 'Text message' }

export const messageStateNames = ['waiting', 'refused', 'sent', 'delivered', 'undelivered', 'gave-up', 'not-sent'] as const
export type MessageState = (typeof messageStateNames)[number]

/** Labels of the message states. Mail servers refuse recipients but do not report later bounces; telephone networks report the delivery of texts. */
export const messageStates: Readonly<Record<MessageState, string>> = {
  waiting: 'Waiting',
  refused: 'Refused, tried again',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  'gave-up': 'Given up',
  'not-sent': 'Not sent',
}
