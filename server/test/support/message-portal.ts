import { beforeEach } from 'vitest'
import { answersToSeal, sampleDefinition } from './builders.ts'
import { openPortico } from './harness.ts'
import type { Email } from '../../src/infra/mailer.ts'
import { sealRespondent } from '../../src/infra/security/sealed-respondent.ts'
import { newAnonymousId } from '../../src/infra/security/encryption.ts'
import { inTransaction } from '../../src/infra/postgres/transaction.ts'
import { enqueueEmail } from '../../src/features/messages/commands.ts'
import { inviteToWorkshop } from '../../src/features/messages/invitations.ts'

/** What a respondent submits in tests of messages. */
interface PendingSubmission {
  readonly email: string | null
  readonly fullName?: string
  readonly contactLanguage?: string
  /** The contact language stored with the contact data; older responses have none there. */
  readonly keptLanguage?: string
  readonly language?: string
}

/** Opens a portal with one workshop, and returns what tests need to invite respondents to it and to read their e-mails. */
export async function openMessagePortal() {
  const portico = await openPortico()
  const [workshop] = await portico.sql<{ id: number }>(
    `insert into workshop (name, title, event_date, time_zone, address)
     values ('emails', 'Citizenship Day & More', '2027-04-03', 'America/Los_Angeles', '{"line1": "1 Main Street", "city": "San José"}') returning id`,
  )
  const [questionnaire] = await portico.sql<{ id: number }>(
    `insert into questionnaire (name, version, languages, question_count, definition, template, uploaded_at)
     values ('emails', 1, '{en}', 0, $1, '', now()) returning id`,
    [await sampleDefinition()],
  )
  const [workshopId, questionnaireId] = [workshop!.id, questionnaire!.id]

  // Discards what earlier tests left in the outbox.
  beforeEach(() => portico.sql(`update message set due_at = null`))

  /** Stores a respondent who is green, without inviting them. */
  async function arrive({ email, fullName = 'Rosario Reyes', contactLanguage = 'en', keptLanguage, language = 'en' }: PendingSubmission) {
    const anonymousId = newAnonymousId()
    const { encryption } = portico.services
    const sealed = answersToSeal(await sampleDefinition(), { contactLanguage })
    const person = sealRespondent(encryption, anonymousId, { fullName, email, phoneNumber: null, contactLanguage: keptLanguage }, sealed)
    return inTransaction(portico.services, 'test', (ctx) =>
      ctx.db
        .insertInto('respondent')
        .values({
          ...person,
          anonymousId,
          workshopId,
          questionnaireId,
          language,
          submittedAt: ctx.now,
          submittedOn: '2026-11-21',
          emailHash: email === null ? null : encryption.lookupHash('email', email),
          initialFlag: 'green',
          currentFlag: 'green',
          initialReds: 0,
          currentReds: 0,
        })
        .returning(['id', 'anonymousId'])
        .executeTakeFirstOrThrow(),
    )
  }

  return {
    portico,
    workshopId,
    arrive,
    invite: (...respondents: { id: number }[]): Promise<void> =>
      inTransaction(portico.services, 'test', (ctx) => inviteToWorkshop(ctx, respondents)),
    /** Enqueues an e-mail with a link to a member of the staff. */
    write: (kind: 'registration' | 'reset', to: string, link: string, name?: string): Promise<void> =>
      inTransaction(portico.services, 'test', (ctx) => enqueueEmail(ctx, { kind, to, link, name })),
    /** Returns the e-mails to addresses that begin like this. */
    emailsTo: (start: string): Email[] => portico.outbox.filter((email) => email.to.startsWith(start)),
  }
}
