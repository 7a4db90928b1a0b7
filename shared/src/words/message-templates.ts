/** Which texts of a message to respondents an admin may write anew; `short` begins it as a text message, by where they stand under `mail` in the locales. */
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

/** What each text is, for those who write it. */
export const templateTextNames: Readonly<Record<string, string>> = {
  subject: 'Subject',
  welcome: 'Welcome',
  numberUse: 'About the personal number',
  advisor: 'What happens there',
  lead: 'Message',
  short: 'Text message',
}

/** The places that a text can have; each is filled in when the e-mail is sent. */
export const templatePlaces: readonly string[] = ['workshop']
