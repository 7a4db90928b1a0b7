import { z } from 'zod'
import type { MessageKind } from '../../entities/message.ts'

/** The kinds of email that bring a member of staff a link that works once. */
export type StaffLetterKind = Exclude<MessageKind, 'invitation'>

/** What a staff email says; kept sealed until it is sent, because the link is a key to an account. */
export const staffLetter = z.object({
  to: z.string(),
  language: z.string().optional(),
  link: z.string(),
  name: z.string().optional(),
})
export type StaffEmail = z.infer<typeof staffLetter>

/** Whose key seals a staff email. */
export function letterOwner(messageId: number): string {
  return `message:${messageId}`
}

/** Where a sealed staff email belongs. */
export function letterPlace(messageId: number): string {
  return `message:${messageId}:sealed`
}
