import { clockTimes } from '@portico/shared/words/clock-times'
import { plainForText } from '@portico/shared/rules/text-segments'
import type { TemplateKind } from '@portico/shared/words/message-templates'
import type { MessageChannel } from '@portico/shared/words/messages'
import type { RequestContext } from '../../../infra/request-context.ts'
import { phoneForm, type Contact } from '../../../infra/security/sealed-respondent.ts'
import type { InvitationFacts } from '../templates/invitation.ts'
import { fill, shortDate, type MailLanguage } from '../words.ts'
import { mayBeTexted } from './allowed-countries.ts'

/** A text message that can leave. */
export interface WrittenText {
  readonly channel: 'text'
  readonly to: string
  readonly text: string
  readonly language: string
}

interface Reachable {
  readonly id: number
  readonly phoneNumber: string | null
}

/**
 * The numbers that texts to these people go to, with their plus, by id; without those who cannot get any: texts are not set up, the country of the number is
 * not allowed, or somebody answered STOP from it (shared/spec/contract.md#text-messages).
 */
export async function textNumbersOf({ db, services }: RequestContext, people: readonly Reachable[]): Promise<Map<number, string>> {
  const { texts, encryption } = services
  const allowed = people.flatMap(({ id, phoneNumber }) => {
    const digits = phoneForm(phoneNumber ?? '')
    const isAllowed = texts && mayBeTexted(digits, texts.callingCodes)
    return isAllowed ? { id, digits, hash: encryption.lookupHash('phone', digits) } : []
  })
  if (allowed.length === 0) return new Map()
  const hashes = allowed.map(({ hash }) => hash)
  const stops = await db.selectFrom('text_stop').select('phoneHash').where('phoneHash', 'in', hashes).execute()
  return new Map(
    allowed.flatMap(({ id, digits, hash }) => (stops.some(({ phoneHash }) => phoneHash.equals(hash)) ? [] : [[id, `+${digits}`]])),
  )
}

/** Where what we write to one person goes, an e-mail or, to who gave none, a text; undefined: they can be reached by telephone alone. */
export async function addressOf(
  ctx: RequestContext,
  { email, phoneNumber }: Pick<Contact, 'email' | 'phoneNumber'>,
): Promise<{ readonly channel: MessageChannel; readonly to: string } | undefined> {
  if (email) return { channel: 'email', to: email }
  const number = await textNumberOf(ctx, phoneNumber)
  return number === undefined ? undefined : { channel: 'text', to: number }
}

/** The number that texts to one person go to, as `textNumbersOf`. */
export async function textNumberOf(ctx: RequestContext, phoneNumber: string | null): Promise<string | undefined> {
  return (await textNumbersOf(ctx, [{ id: 0, phoneNumber }])).get(0)
}

/** Whether somebody answered STOP from the number of this keyed hash. */
export async function isStopped({ db }: RequestContext, phoneHash: Buffer): Promise<boolean> {
  const stop = await db.selectFrom('text_stop').select('phoneHash').where('phoneHash', '=', phoneHash).executeTakeFirst()
  return stop !== undefined
}

/** A message about a workshop as a text: one line for each thing, when and where before the number, and how to stop at the end. */
export function writeText(language: MailLanguage, kind: TemplateKind, facts: InvitationFacts): string {
  const { code, words } = language
  const { workshop, date, time, address, anonymousId } = facts
  const day = date === null ? words.invitation.dateLater : shortDate(date, code)
  return lines(language, [
    fill(words[kind].short, { workshop }),
    date !== null && time ? `${day}, ${clockTimes(time, code)}` : day,
    address ? inOrder(language, `${address.line1}, ${address.city}`) : words.invitation.placeLater,
    `${words.invitation.number}: ${inOrder(language, anonymousId)}`,
    ...ownTime(language, facts),
  ])
}

// The way to choose or to change when one comes, at a workshop with slots.
function ownTime({ words }: MailLanguage, { seat }: InvitationFacts): readonly string[] {
  if (!seat) return []
  if (seat.until !== null) return [`${words.seat.until}: ${seat.until}`, `${words.seat.take}:`, seat.address]
  return [`${seat.time === null ? words.seat.choose : words.seat.change}:`, seat.address]
}

/** An announcement as a text. */
export function writeAnnouncedText(language: MailLanguage, said: { readonly subject: string; readonly text: string }): string {
  return lines(language, [`Portico: ${said.subject}`, said.text])
}

// A line that begins with a Latin name would run from left to right without the mark.
function lines({ direction, words }: MailLanguage, parts: readonly string[]): string {
  const mark = direction === 'rtl' ? '\u200f' : ''
  return plainForText([...parts, words.text.stop].map((part) => mark + part).join('\n'))
}

// Without these invisible marks, a number or an address inside Arabic script shows its parts in the wrong order.
function inOrder({ direction }: MailLanguage, value: string): string {
  return direction === 'rtl' ? `\u2066${value}\u2069` : value
}
