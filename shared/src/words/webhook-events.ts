/** The events that a webhook can receive (shared/spec/contract.md#webhooks). */
export const webhookEventNames = [
  'respondent.submitted',
  'respondent.flag_changed',
  'respondent.decided',
  'respondent.invited',
  'respondent.checked_in',
  'respondent.check_in_undone',
  'respondent.withdrawn',
  'download.ready',
  'questionnaire.published',
] as const
export type WebhookEvent = (typeof webhookEventNames)[number]

/** When each event is sent. */
export const webhookEvents: Readonly<Record<WebhookEvent, string>> = {
  'respondent.submitted': 'A response arrived, or somebody who had gone is back',
  'respondent.flag_changed': 'A respondent’s flag is another one now',
  'respondent.decided': 'A reviewer decided on a respondent or an answer, or took a decision back',
  'respondent.invited': 'The mail server took an invitation to the workshop',
  'respondent.checked_in': 'A respondent was checked in',
  'respondent.check_in_undone': 'A check-in was taken back',
  'respondent.withdrawn': 'A respondent was deleted, or asked to stop: delete them, too',
  'download.ready': 'A spreadsheet can be fetched',
  'questionnaire.published': 'A questionnaire has a new version',
}

/** Includes the event that only `webhooks/sendTest` sends. */
export type WebhookMessageType = WebhookEvent | 'webhook.test'

export const webhookFaultNames = ['status', 'redirect', 'timeout', 'connection', 'address'] as const
export type WebhookFault = (typeof webhookFaultNames)[number]

/** Why an attempt failed, as shown to staff. */
export const webhookFaults: Readonly<Record<WebhookFault, string>> = {
  status: 'The receiver answered with a fault',
  redirect: 'The receiver answered with a redirect, which is not followed',
  timeout: 'No answer within 10 seconds',
  connection: 'No connection',
  address: 'The name leads to a private address, or to none',
}
