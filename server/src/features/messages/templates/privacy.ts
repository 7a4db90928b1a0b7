import { limits } from '@portico/shared/words/limits'
import type { PrivacyLink, PrivacyReminder } from '../staff-email.ts'
import { duration, fill, type MailLanguage } from '../words.ts'
import type { Page } from './page.ts'

/** Sends a respondent the link to their data, without mentioning any of it. */
export function privacyLinkEmail(language: MailLanguage, { link }: PrivacyLink): Page {
  const { words } = language
  return {
    language,
    subject: words.privacy.subject,
    parts: [
      { kind: 'paragraph', text: words.greeting },
      { kind: 'paragraph', text: words.privacy.lead },
      { kind: 'link', label: words.privacy.action, copy: words.link.copy, address: link },
      {
        kind: 'paragraph',
        text: `${fill(words.link.once, { duration: duration(limits.privacyLinkMs, language) })} ${words.link.unexpected}`,
      },
    ],
  }
}

/** Tells an admin how many privacy requests are open and how much time is left. */
export function privacyReminderEmail(language: MailLanguage, { name, waiting, days }: PrivacyReminder, publicUrl: string): Page {
  const requests = waiting === 1 ? '1 privacy request waits' : `${waiting} privacy requests wait`
  return {
    language,
    subject: `Portico: ${requests}`,
    parts: [
      { kind: 'paragraph', text: fill(language.words.greetingName, { name }) },
      { kind: 'paragraph', text: `${requests} to be done.${timeLeft(days)}` },
      { kind: 'link', label: 'Open Privacy requests', copy: language.words.link.copy, address: `${publicUrl}/home/admin/privacy-requests` },
    ],
  }
}

function timeLeft(days: number | null): string {
  if (days === null) return ''
  if (days <= 0) return ' The time that we promised for the most urgent is over.'
  return days === 1 ? ' The most urgent has 1 day left.' : ` The most urgent has ${days} days left.`
}
