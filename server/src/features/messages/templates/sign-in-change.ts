import type { SignInChange } from '@portico/shared/words/second-factors'
import type { SignInNotice } from '../staff-email.ts'
import { fill, type MailLanguage } from '../words.ts'
import type { Page } from './page.ts'

const sentences: Record<SignInChange, readonly [subject: string, sentence: string]> = {
  'passkey-added': ['A passkey was added to your account', 'The passkey “{{detail}}” was added to your account'],
  'passkey-removed': ['A passkey was removed from your account', 'The passkey “{{detail}}” was removed from your account'],
  'authenticator-added': ['An authenticator app was added to your account', 'An authenticator app was set up for your account'],
  'authenticator-removed': ['The authenticator app was removed from your account', 'The authenticator app was removed from your account'],
  'recovery-codes-replaced': ['You have new recovery codes', 'New recovery codes were made for your account; the old ones no longer work'],
  'recovery-code-used': ['A recovery code was used', 'One of your recovery codes was used to confirm that it is you'],
  'sessions-ended': ['Sessions of your account were ended', 'You, or someone signed in as you, ended sessions of your account'],
  'wrong-codes': [
    'Someone has your password, but not your second step',
    'Someone entered your correct password and then several wrong codes. If that was not you, set a new password now. It happened',
  ],
  'removed-by-admin': [
    'Your second steps were removed',
    'An admin removed your passkeys, authenticator app and recovery codes, and ended your sessions. Set up a second step when you next sign in. It happened',
  ],
  'single-sign-on-linked': [
    'Your account is linked to your organization’s sign-in',
    'Your account was used for the first time with the sign-in of your organization',
  ],
  'api-token-made': [
    'An API token was made in your name',
    'The API token “{{detail}}” was made by someone signed in as you. If that was not you, revoke it at once: Accounts, API tokens. It happened',
  ],
}

/** Notifies a staff member of a change to how they sign in, or of an attack on it, and where to look. */
export function signInChangeEmail(language: MailLanguage, { name, change, detail = '', at }: SignInNotice, publicUrl: string): Page {
  const [subject, sentence] = sentences[change]
  const when = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at))
  return {
    language,
    subject: `Portico: ${subject}`,
    parts: [
      { kind: 'paragraph', text: fill(language.words.greetingName, { name }) },
      { kind: 'paragraph', text: `${fill(sentence, { detail })} on ${when} UTC.` },
      {
        kind: 'paragraph',
        text: 'If this was you, there is nothing to do. If not, open Your sign-in: end the other sessions, remove what you do not know, set a new password, and tell the person who runs your Portico.',
      },
      { kind: 'link', label: 'Open Your sign-in', copy: language.words.link.copy, address: `${publicUrl}/home/sign-in` },
    ],
  }
}
