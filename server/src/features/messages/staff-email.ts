import { z } from 'zod'
import { accountTypes } from '@portico/shared/words/roles'
import { templateKinds } from '@portico/shared/words/message-templates'
import { signInChanges } from '@portico/shared/words/second-factors'
import type { MessageKind } from '../../entities/messages/message.ts'

/** The kinds of email that bring a member of staff a link that works once. */
export type StaffEmailKind = Extract<MessageKind, 'registration' | 'verify' | 'reset'>

/** What a staff email says; kept sealed until it is sent, because the link is a key to an account. `invited`: by whom, and to what. */
export const sealedStaffEmail = z.object({
  to: z.string(),
  language: z.string().optional(),
  link: z.string(),
  name: z.string().optional(),
  invited: z.object({ by: z.string(), account: z.enum(accountTypes), agency: z.string().optional() }).optional(),
})
export type StaffEmail = z.infer<typeof sealedStaffEmail>

/** What a person is told of a change to how they sign in. `at`: ISO 8601 in UTC. */
export const signInNotice = z.object({
  to: z.string(),
  name: z.string(),
  change: z.enum(signInChanges),
  detail: z.string().optional(),
  at: z.string(),
})
export type SignInNotice = z.infer<typeof signInNotice>

/** What a reviewer is told on workdays, or `by` an admin, of the cases that wait: no name, no number of anybody's. `longest`: business days. */
export const reviewReminder = z.object({ to: z.string(), name: z.string(), waiting: z.int(), longest: z.int(), by: z.string().optional() })
export type ReviewReminder = z.infer<typeof reviewReminder>

/** Who is told that someone mentioned them in a note, and where it is; never what it says. */
export const mention = z.object({ to: z.string(), name: z.string(), by: z.string(), address: z.string() })
export type Mention = z.infer<typeof mention>

/** Which webhook was disabled and why; who is told. */
export const webhookNotice = z.object({ to: z.string(), name: z.string(), webhook: z.string(), because: z.enum(['failing', 'gone']) })
export type WebhookNotice = z.infer<typeof webhookNotice>

/** A link for a respondent to their data, once. */
export const privacyLink = z.object({ to: z.string(), language: z.string(), link: z.string() })
export type PrivacyLink = z.infer<typeof privacyLink>

/** What admins are told of requests that wait. `days`: what the most urgent has left; null: none of them has a clock. */
export const privacyReminder = z.object({ to: z.string(), name: z.string(), waiting: z.int(), days: z.int().nullable() })
export type PrivacyReminder = z.infer<typeof privacyReminder>

/** An e-mail to respondents as an admin tries it on themselves; without texts as it is shipped. */
export const templateTest = z.object({
  to: z.string(),
  template: z.enum(templateKinds),
  language: z.string(),
  texts: z.record(z.string(), z.string()).optional(),
})
export type TemplateTest = z.infer<typeof templateTest>

/** Whose key seals a staff email. */
export function emailKeyOwner(messageId: number): string {
  return `message:${messageId}`
}

/** Where a sealed staff email belongs. */
export function emailAssociatedData(messageId: number): string {
  return `message:${messageId}:sealed`
}
