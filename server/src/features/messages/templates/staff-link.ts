import { limits } from '@portico/shared/words/limits'
import type { StaffEmail, StaffEmailKind } from '../staff-email.ts'
import { duration, fill, type MailLanguage } from '../words.ts'
import type { Page } from './page.ts'

const lifetimes: Record<StaffEmailKind, number> = {
  registration: limits.registrationTokenMs,
  verify: limits.verifyTokenMs,
  reset: limits.resetTokenMs,
}

// In English, like the staff screens.
function inviting({ by, account, agency }: NonNullable<StaffEmail['invited']>): string {
  switch (account) {
    case 'agency':
      return `${by} invited you to review respondents for ${agency ?? 'your agency'}.`
    case 'volunteer':
      return `${by} invited you as a volunteer at workshops.`
    case 'translator':
      return `${by} invited you to translate what respondents read.`
    case 'admin':
      return `${by} invited you as an admin.`
    case 'root':
      return `${by} invited you as a root admin.`
  }
}

/** Sends a staff member a single-use link: to register, to confirm an e-mail address or to set a new password. */
export function staffLinkEmail(language: MailLanguage, kind: StaffEmailKind, { name, link, invited }: StaffEmail): Page {
  const { words } = language
  return {
    language,
    subject: words[kind].subject,
    parts: [
      { kind: 'paragraph', text: name ? fill(words.greetingName, { name }) : words.greeting },
      { kind: 'paragraph', text: words[kind].lead },
      ...(invited ? [{ kind: 'paragraph', text: inviting(invited) } as const] : []),
      { kind: 'link', label: words[kind].action, copy: words.link.copy, address: link },
      {
        kind: 'paragraph',
        text: `${fill(words.link.once, { duration: duration(lifetimes[kind], language) })} ${words.link.unexpected}`,
      },
    ],
  }
}
