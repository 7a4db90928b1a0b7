/**
 * The texts of messages to respondents that an admin may change, named like the keys under `mail` in the locales; `short` is the beginning
 * of the text message.
 */
export const templateTexts = {
  invitation: ['subject', 'welcome', 'numberUse', 'advisor', 'short'],
  change: ['subject', 'lead', 'short'],
  reminder: ['subject', 'lead', 'short'],
  seatOffer: ['subject', 'lead', 'short'],
} as const
export const templateKinds = ['invitation', 'change', 'reminder', 'seatOffer'] as const satisfies readonly (keyof typeof templateTexts)[]
export type TemplateKind = (typeof templateKinds)[number]
export type TemplateTexts = Readonly<Record<string, string>>

export const templateNames: Readonly<Record<TemplateKind, string>> = {
  invitation: 'Invitation',
  change: 'Changed date, time or place',
  reminder: 'Reminder',
  seatOffer: 'Offer of a free seat',
}

/** Labels of the texts, for those who edit them. */
export const templateTextNames: Readonly<Record<string, string>> = {
  subject: 'Subject',
  welcome: 'Welcome',
  numberUse: 'About the personal number',
  advisor: 'What happens there',
  lead: 'Message',
  short: 'Text message',
}

/** The placeholders that a text can contain; they are filled in when the e-mail is sent. */
export const templatePlaces: readonly string[] = ['workshop']
