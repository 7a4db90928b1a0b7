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
  'respondent.submitted': 'A response arrived, or a withdrawn respondent was restored',
  'respondent.flag_changed': 'The flag of a respondent changed',
  'respondent.decided': 'A reviewer decided on a respondent or an answer, or undid a decision',
  'respondent.invited': 'The mail server accepted an invitation to the workshop',
  'respondent.checked_in': 'A respondent was checked in',
  'respondent.check_in_undone': 'A check-in was undone',
  'respondent.withdrawn': 'A respondent was deleted or withdrawn, or asked us to stop using their data: delete your copy, too',
  'download.ready': 'A spreadsheet is ready for download',
  'questionnaire.published': 'A new version of a questionnaire was published',
}

/** Includes the event that only `webhooks/sendTest` sends. */
export type WebhookMessageType = WebhookEvent | 'webhook.test'

export const webhookFaultNames = ['status', 'redirect', 'timeout', 'connection', 'address'] as const
export type WebhookFault = (typeof webhookFaultNames)[number]

/** Why an attempt failed, as shown to staff. */
export const webhookFaults: Readonly<Record<WebhookFault, string>> = {
  status: 'The receiver answered with an error',
  redirect: 'The receiver answered with a redirect, which is not followed',
  timeout: 'No answer within 10 seconds',
  connection: 'No connection',
  address: 'The host name leads to a private address, or to none',
}
