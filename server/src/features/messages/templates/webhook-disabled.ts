import type { WebhookNotice } from '../staff-email.ts'
import { fill, type MailLanguage } from '../words.ts'
import type { Page } from './page.ts'

const causes = {
  failing: 'No message has arrived for 3 days.',
  gone: 'Its receiver answered that it is gone for good.',
} as const

/** Tells an admin that a webhook was disabled, and where to fix it. */
export function webhookDisabledEmail(language: MailLanguage, { name, webhook, because }: WebhookNotice, publicUrl: string): Page {
  return {
    language,
    subject: `Portico: the webhook ${webhook} is disabled`,
    parts: [
      { kind: 'paragraph', text: fill(language.words.greetingName, { name }) },
      { kind: 'paragraph', text: `Portico sends nothing to “${webhook}” any more. ${causes[because]}` },
      { kind: 'link', label: 'Open Webhooks', copy: language.words.link.copy, address: `${publicUrl}/home/admin/webhooks` },
      { kind: 'paragraph', text: 'What waits is kept, and sent once you enable it again. What happens until then is not told.' },
    ],
  }
}
