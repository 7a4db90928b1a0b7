import type { Mention } from '../staff-email.ts'
import { fill, type MailLanguage } from '../words.ts'
import type { Page } from './page.ts'

/** Tells a reviewer that they were mentioned in a note on a case, without revealing the case or the note. */
export function mentionEmail(language: MailLanguage, { name, by, address }: Mention): Page {
  return {
    language,
    subject: `Portico: ${by} mentioned you in a note`,
    parts: [
      { kind: 'paragraph', text: fill(language.words.greetingName, { name }) },
      { kind: 'paragraph', text: `${by} mentioned you in a note on a case.` },
      { kind: 'link', label: 'Open the case', copy: language.words.link.copy, address },
    ],
  }
}
