import type { PersonalData } from '@portico/shared/contract/privacy'
import { inLanguage } from '@portico/shared/rules/definition'
import type { RequestContext } from '../../infra/request-context.ts'
import { openContact } from '../../infra/security/sealed-respondent.ts'
import { seatTime } from '../messages/seats/held-seat.ts'
import { repliesOf } from '../messages/texts/replies.ts'
import { answersOf, contactLanguageOf, findPublished } from '../questionnaires/definitions.ts'
import type { Person } from './find-person.ts'

/**
 * Returns what Portico holds of what a person gave or was sent, in the language of their answers. No flags, decisions or notes: a link in
 * the wrong hands reveals no more than the person knows (shared/spec/contract.md#privacy-requests).
 */
export async function personalDataOf(ctx: RequestContext, person: Person): Promise<PersonalData> {
  const contact = openContact(ctx.services.encryption, person)
  const workshop = await ctx.db
    .selectFrom('workshop')
    .select(['title', 'eventDate'])
    .where('id', '=', person.workshopId)
    .executeTakeFirstOrThrow()
  const messages = await ctx.db
    .selectFrom('message')
    .select(['kind', 'channel', 'sentAt'])
    .where('respondentId', '=', person.id)
    // An invitation that is held back would tell that the person turned red.
    .where('sentAt', 'is not', null)
    .orderBy('id', 'desc')
    .execute()
  const seat = await ctx.db.selectFrom('respondent').select(seatTime.as('time')).where('id', '=', person.id).executeTakeFirst()
  const waits = await ctx.db.selectFrom('waiting_place').select('since').where('respondentId', '=', person.id).executeTakeFirst()
  const { fullName, email, phoneNumber, parentConsent } = contact
  return {
    anonymousId: person.anonymousId,
    workshop,
    language: person.language,
    contactLanguage: await contactLanguageOf(ctx, person, contact),
    submittedAt: person.submittedAt.toISOString(),
    checkedInAt: person.checkedInAt?.toISOString() ?? null,
    seatTime: seat?.time ?? null,
    waitingSince: waits?.since.toISOString() ?? null,
    stoppedAt: person.stoppedAt?.toISOString() ?? null,
    contact: { fullName, email, phoneNumber },
    ...(parentConsent !== undefined && { parentConsent }),
    answers: await readableAnswers(ctx, person),
    messages: messages.map(({ kind, sentAt }) => ({ kind, sentAt: sentAt?.toISOString() ?? null })),
    replies: (await repliesOf(ctx, person))
      .filter(({ receivedAt }) => wasTexted(messages, receivedAt))
      .map(({ text, receivedAt }) => ({ text, receivedAt: receivedAt.toISOString() })),
    requests: await requestsOf(ctx, person.id),
  }
}

// Anyone can give somebody else's number, so a reply from it belongs only to people who had been texted before it arrived.
function wasTexted(messages: readonly { readonly channel: string | null; readonly sentAt: Date | null }[], receivedAt: Date): boolean {
  return messages.some(({ channel, sentAt }) => channel === 'text' && sentAt !== null && sentAt <= receivedAt)
}

async function readableAnswers(ctx: RequestContext, person: Person): Promise<PersonalData['answers']> {
  const published = await findPublished(ctx, person.questionnaireId)
  const defaultLanguage = published?.definition.defaultLanguage ?? person.language
  const read = (text: Readonly<Record<string, string>> | undefined) => (text ? inLanguage(text, person.language, defaultLanguage) : '')
  const questions = new Map(published?.asking.map((question) => [question.identifier, question]))
  return (await answersOf(ctx, person))
    .filter(({ value }) => value !== '')
    .map(({ identifier, value }) => {
      const question = questions.get(identifier)
      const option = question?.options?.find((one) => one.value === value)
      return { identifier, question: read(question?.text), value, label: read(option?.label) || value }
    })
}

async function requestsOf(ctx: RequestContext, respondentId: number): Promise<PersonalData['requests']> {
  const rows = await ctx.db
    .selectFrom('privacy_request')
    .select(['kind', 'requestedAt', 'dueAt', 'doneAt'])
    .where('respondentId', '=', respondentId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ kind, requestedAt, dueAt, doneAt }) => ({
    kind,
    requestedAt: requestedAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    doneAt: doneAt?.toISOString() ?? null,
  }))
}
