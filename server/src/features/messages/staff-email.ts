import { z } from 'zod'
import { accountTypes } from '@portico/shared/words/roles'
import { templateKinds } from '@portico/shared/words/message-templates'
import { signInChanges } from '@portico/shared/words/second-factors'
import type { MessageKind } from '../../entities/messages/message.ts'

/** The kinds of e-mail that send a staff member a single-use link. */
export type StaffEmailKind = Extract<MessageKind, 'registration' | 'verify' | 'reset'>

/** The content of a staff e-mail; sealed until it is sent, because the link gives access to an account. `invited`: by whom, and to what. */
export const sealedStaffEmail = z.object({
  to: z.string(),
  language: z.string().optional(),
  link: z.string(),
  name: z.string().optional(),
  invited: z.object({ by: z.string(), account: z.enum(accountTypes), agency: z.string().optional() }).optional(),
})
export type StaffEmail = z.infer<typeof sealedStaffEmail>

/** Notifies a person of a change to how they sign in. `at`: ISO 8601 in UTC. */
export const signInNotice = z.object({
  to: z.string(),
  name: z.string(),
  change: z.enum(signInChanges),
  detail: z.string().optional(),
  at: z.string(),
})
export type SignInNotice = z.infer<typeof signInNotice>

/**
 * Tells a reviewer about waiting cases, on workdays or on request of an admin (`by`), without names or anonymous ids. `longest`: business
 * days.
 */
export const reviewReminder = z.object({ to: z.string(), name: z.string(), waiting: z.int(), longest: z.int(), by: z.string().optional() })
export type ReviewReminder = z.infer<typeof reviewReminder>

/** Tells somebody that they were mentioned in a note, and where it is, but never its content. */
export const mention = z.object({ to: z.string(), name: z.string(), by: z.string(), address: z.string() })
export type Mention = z.infer<typeof mention>

/** Tells an admin which webhook was disabled and why. */
export const webhookNotice = z.object({ to: z.string(), name: z.string(), webhook: z.string(), because: z.enum(['failing', 'gone']) })
export type WebhookNotice = z.infer<typeof webhookNotice>

/** Sends a respondent a single-use link to their data. */
export const privacyLink = z.object({ to: z.string(), language: z.string(), link: z.string() })
export type PrivacyLink = z.infer<typeof privacyLink>

/** Tells admins about open privacy requests. `days`: what the most urgent has left; null if none has a deadline. */
export const privacyReminder = z.object({ to: z.string(), name: z.string(), waiting: z.int(), days: z.int().nullable() })
export type PrivacyReminder = z.infer<typeof privacyReminder>

/** A test e-mail with which an admin tries a template for respondents; without `texts`, the shipped ones. */
export const templateTest = z.object({
  to: z.string(),
  template: z.enum(templateKinds),
  language: z.string(),
  texts: z.record(z.string(), z.string()).optional(),
})
export type TemplateTest = z.infer<typeof templateTest>

/** Returns the owner of the key that seals a staff e-mail. */
export function emailKeyOwner(messageId: number): string {
  return `message:${messageId}`
}

/** Returns the associated data of a sealed staff e-mail. */
export function emailAssociatedData(messageId: number): string {
  return `message:${messageId}:sealed`
}
