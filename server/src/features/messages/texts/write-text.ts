import { clockTimes } from '@portico/shared/words/clock-times'
import { simplifyTypography } from '@portico/shared/rules/text-segments'
import type { TemplateKind } from '@portico/shared/words/message-templates'
import type { MessageChannel } from '@portico/shared/words/messages'
import type { RequestContext } from '../../../infra/request-context.ts'
import { phoneForm, type Contact } from '../../../infra/security/sealed-respondent.ts'
import type { InvitationFacts } from '../templates/invitation.ts'
import { fill, shortDate, type MailLanguage } from '../words.ts'
import { mayBeTexted } from './allowed-countries.ts'

/** A text message that can be sent. */
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
 * Returns the numbers to text these people at, with a plus, by id. Omits people who cannot be texted: texts are not set up, the country of
 * the number is not allowed, or STOP was sent from it (shared/spec/contract.md#text-messages).
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

/** Returns where messages to a person go: by e-mail or, without an address, by text; undefined if they can only be telephoned. */
export async function addressOf(
  ctx: RequestContext,
  { email, phoneNumber }: Pick<Contact, 'email' | 'phoneNumber'>,
): Promise<{ readonly channel: MessageChannel; readonly to: string } | undefined> {
  if (email) return { channel: 'email', to: email }
  const number = await textNumberOf(ctx, phoneNumber)
  return number === undefined ? undefined : { channel: 'text', to: number }
}

/** Returns the number to text one person at, like `textNumbersOf`. */
export async function textNumberOf(ctx: RequestContext, phoneNumber: string | null): Promise<string | undefined> {
  return (await textNumbersOf(ctx, [{ id: 0, phoneNumber }])).get(0)
}

/** Whether STOP was sent from the number with this keyed hash. */
export async function isTextStopped({ db }: RequestContext, phoneHash: Buffer): Promise<boolean> {
  const stop = await db.selectFrom('text_stop').select('phoneHash').where('phoneHash', '=', phoneHash).executeTakeFirst()
  return stop !== undefined
}

/** Renders a message about a workshop as a text: one line per fact, date and place before the number, and how to stop at the end. */
export function writeText(language: MailLanguage, kind: TemplateKind, facts: InvitationFacts): string {
  const { code, words } = language
  const { workshop, date, time, address, anonymousId } = facts
  const day = date === null ? words.invitation.dateLater : shortDate(date, code)
  return joinLines(language, [
    fill(words[kind].short, { workshop }),
    date !== null && time ? `${day}, ${clockTimes(time, code)}` : day,
    address ? isolated(language, `${address.line1}, ${address.city}`) : words.invitation.placeLater,
    `${words.invitation.number}: ${isolated(language, anonymousId)}`,
    ...seatLines(language, facts),
  ])
}

// The link to choose or change one's time, at a workshop with slots.
function seatLines({ words }: MailLanguage, { seat }: InvitationFacts): readonly string[] {
  if (!seat) return []
  if (seat.until !== null) return [`${words.seat.until}: ${seat.until}`, `${words.seat.take}:`, seat.address]
  return [`${seat.time === null ? words.seat.choose : words.seat.change}:`, seat.address]
}

/** Renders an announcement as a text. */
export function writeAnnouncedText(language: MailLanguage, announced: { readonly subject: string; readonly text: string }): string {
  return joinLines(language, [`Portico: ${announced.subject}`, announced.text])
}

// Without the mark, a line that begins with a Latin name would run from left to right.
function joinLines({ direction, words }: MailLanguage, parts: readonly string[]): string {
  const mark = direction === 'rtl' ? '\u200f' : ''
  return simplifyTypography([...parts, words.text.stop].map((part) => mark + part).join('\n'))
}

// Without these Unicode isolates, numbers and addresses inside Arabic script are displayed in the wrong order.
function isolated({ direction }: MailLanguage, value: string): string {
  return direction === 'rtl' ? `\u2066${value}\u2069` : value
}
