import type { ReviewReminder } from '../staff-email.ts'
import { fill, type MailLanguage } from '../words.ts'
import type { Page } from './page.ts'

/** Tells a reviewer how many cases wait and how long the longest has waited, without identifying anyone. */
export function reviewReminderEmail(language: MailLanguage, { name, waiting, longest, by }: ReviewReminder, publicUrl: string): Page {
  const cases = waiting === 1 ? '1 respondent waits' : `${waiting} respondents wait`
  const days = longest === 1 ? '1 business day' : `${longest} business days`
  return {
    language,
    subject: `Portico: ${cases} for a review`,
    parts: [
      { kind: 'paragraph', text: fill(language.words.greetingName, { name }) },
      { kind: 'paragraph', text: `${cases} for a review by your agency. The longest has waited ${days}.` },
      { kind: 'link', label: 'Open Respondents to Review', copy: language.words.link.copy, address: `${publicUrl}/home/agency/inprogress` },
      { kind: 'paragraph', text: by === undefined ? unsubscribeText : `${by} asks you to look at them.` },
    ],
  }
}

const unsubscribeText = 'To get no more of these emails, untick “Email me on workdays” under the list.'
