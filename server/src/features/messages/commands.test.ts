import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answersToSeal, sampleDefinition } from '../../../test/support/builders.ts'
import { openPortico, type Portico } from '../../../test/support/harness.ts'
import type { Email, Mailer } from '../../infra/mailer.ts'
import { sealRespondent } from '../../infra/security/sealed-respondent.ts'
import { openQueue } from '../../infra/queue.ts'
import { newAnonymousId } from '../../infra/security/encryption.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import type { Services } from '../../infra/request-context.ts'
import { enqueueEmail } from './commands.ts'
import { inviteToWorkshop } from './invitations.ts'
import { messagePolls } from './jobs.ts'
import { sendMessage } from './outbox.ts'

let portico: Portico
let workshopId: number
let questionnaireId: number

beforeAll(async () => {
  portico = await openPortico()
  const [workshop] = await portico.sql<{ id: number }>(
    `insert into workshop (name, title, event_date, time_zone, address)
     values ('emails', 'Citizenship Day & More', '2027-04-03', 'America/Los_Angeles', '{"line1": "1 Main Street", "city": "San José"}') returning id`,
  )
  const [questionnaire] = await portico.sql<{ id: number }>(
    `insert into questionnaire (name, version, languages, question_count, definition, template, uploaded_at)
     values ('emails', 1, '{en}', 0, $1, '', now()) returning id`,
    [await sampleDefinition()],
  )
  workshopId = workshop!.id
  questionnaireId = questionnaire!.id
})

// Discards what earlier tests left in the outbox.
beforeEach(() => portico.sql(`update message set due_at = null`))

test('a respondent is invited once, however often they are invited concurrently', async () => {
  const respondent = await arrive({ email: 'once@example.org' })
  await invite(respondent, respondent)
  await invite(respondent)
  await Promise.all([invite(respondent), invite(respondent), portico.drain()])
  await portico.drain()
  expect(emailsTo('once@example.org')).toHaveLength(1)
  expect(await portico.sql(`select id from message where respondent_id = $1`, [respondent.id])).toHaveLength(1)
})

test('an invitation states date, place and anonymous id in the contact language', async () => {
  const respondent = await arrive({ email: 'rosario@example.org', contactLanguage: 'es', language: 'vi' })
  await invite(respondent)
  await portico.drain()
  const [email] = emailsTo('rosario@example.org')
  expect(email).toMatchObject({ language: 'es', subject: 'Su invitación: Citizenship Day & More' })
  for (const fact of ['sábado, 3 de abril de 2027', '1 Main Street, San José', respondent.anonymousId]) expect(email!.text).toContain(fact)
  expect(email!.html).toContain(`<bdi dir="ltr"`)
  expect(email!.html).toContain('Citizenship Day &amp; More')
})

test('an invitation uses the translated title and checklist of its workshop, as far as they are translated', async () => {
  const bring = {
    standard: ['trips'],
    own: [
      { text: 'two photos', translations: { es: 'dos fotos' } },
      { text: 'a pen', translations: {} },
    ],
  }
  await portico.sql('update workshop set titles = $2, bring = $3 where id = $1', [workshopId, { es: 'Día de la Ciudadanía' }, bring])
  const respondent = await arrive({ email: 'list@example.org', contactLanguage: 'es' })
  await invite(respondent)
  await portico.drain()
  const [email] = emailsTo('list@example.org')
  expect(email?.subject).toBe('Su invitación: Día de la Ciudadanía')
  expect(email?.text.match(/^- .*$/gm)?.slice(1)).toEqual([expect.stringContaining('viajes'), '- dos fotos', '- a pen'])
  expect(email?.text).not.toContain('residente permanente')
  await portico.sql('update workshop set titles = null, bring = null where id = $1', [workshopId])
})

test('an invitation includes the times and instructions of its workshop, in the contact language or English', async () => {
  await portico.sql(`update workshop set start_time = '09:00', end_time = '13:30', instructions = $2 where id = $1`, [
    workshopId,
    { en: 'Use the side entrance.', es: 'Use la entrada lateral.' },
  ])
  await invite(
    await arrive({ email: 'hora@example.org', contactLanguage: 'es' }),
    await arrive({ email: 'gio@example.org', contactLanguage: 'vi' }),
  )
  await portico.drain()
  expect(emailsTo('hora@example.org')[0]?.text).toMatch(/Hora: 9:00.13:30\n(.|\n)*Use la entrada lateral\./)
  expect(emailsTo('gio@example.org')[0]?.text).toMatch(/Giờ: 09:00.13:30\n(.|\n)*Use the side entrance\./)
  await portico.sql('update workshop set start_time = null, end_time = null, instructions = null where id = $1', [workshopId])
})

test('an invitation falls back to the language of the answers, then to English', async () => {
  const answered = await arrive({ email: 'answered@example.org', contactLanguage: 'xx', language: 'pa-Guru' })
  const neither = await arrive({ email: 'neither@example.org', contactLanguage: 'xx', language: 'yy' })
  await invite(answered, neither)
  await portico.drain()
  expect(emailsTo('answered@example.org')[0]).toMatchObject({ language: 'pa' })
  expect(emailsTo('neither@example.org')[0]).toMatchObject({ language: 'en' })
})

test('an invitation does not open the answers if the contact data include the language', async () => {
  const respondent = await arrive({ email: 'unopened@example.org', keptLanguage: 'vi' })
  await portico.sql(`update respondent set sealed_answers = '' where id = $1`, [respondent.id])
  await invite(respondent)
  await portico.drain()
  expect(emailsTo('unopened@example.org')).toMatchObject([{ language: 'vi' }])
})

test('a respondent without an e-mail address gets no message', async () => {
  const respondent = await arrive({ email: null })
  await invite(respondent)
  expect(await portico.sql(`select id from message where respondent_id = $1`, [respondent.id])).toEqual([])
})

test('an invitation is withheld while the respondent is not welcome, and sent once they are again', async () => {
  const respondent = await arrive({ email: 'again@example.org' })
  await invite(respondent)
  await portico.sql(`update respondent set current_flag = 'in-progress' where id = $1`, [respondent.id])
  await portico.drain()
  expect(emailsTo('again@example.org')).toEqual([])
  await portico.sql(`update respondent set current_flag = 'green' where id = $1`, [respondent.id])
  await invite(respondent)
  await portico.drain()
  expect(emailsTo('again@example.org')).toHaveLength(1)
})

test('a respondent deleted before sending gets no e-mail', async () => {
  const respondent = await arrive({ email: 'deleted@example.org' })
  await invite(respondent)
  await portico.sql(`update respondent set wrapped_key = null where id = $1`, [respondent.id])
  await portico.drain()
  expect(emailsTo('deleted@example.org')).toEqual([])
})

test('a message is rolled back with its call', async () => {
  const respondent = await arrive({ email: 'refused@example.org' })
  const refused = inTransaction(portico.services, 'test', async (ctx) => {
    await inviteToWorkshop(ctx, [respondent])
    await enqueueEmail(ctx, { kind: 'reset', to: 'refused@example.org', link: 'https://portico.test/x' })
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(await portico.drain()).toBe(0)
  expect(emailsTo('refused@example.org')).toEqual([])
})

test('a mail server outage neither loses nor duplicates e-mails', async () => {
  const respondents = await Promise.all([1, 2, 3, 4, 5].map((count) => arrive({ email: `patient${count}@example.org` })))
  portico.mailWorks(false)
  await invite(...respondents)
  await write('reset', 'patient6@example.org', 'https://portico.test/patient')
  const queue = openQueue(portico.databaseUrl, portico.services.log, { supervise: false })
  try {
    await queue.work(messagePolls({ ...portico.services, mailer: rudely(portico.services.mailer) }))
    await until(async () => (await waiting('attempts > 0')).length === 6)
    expect(emailsTo('patient')).toEqual([])
    portico.mailWorks(true)
    await portico.sql(`update message set due_at = created_at where due_at is not null`)
    await until(async () => emailsTo('patient').length >= 6 && (await waiting('true')).length === 0)
  } finally {
    await queue.stop()
    portico.mailWorks(true)
  }
  await portico.drain()
  expect(
    emailsTo('patient')
      .map((email) => email.to)
      .toSorted(),
  ).toEqual([1, 2, 3, 4, 5, 6].map((count) => `patient${count}@example.org`))
})

test('an e-mail sent but not marked as sent is resent with the same id, so that a server can drop the duplicate', async () => {
  const respondent = await arrive({ email: 'crash@example.org' })
  await invite(respondent)
  const [message] = await portico.sql<{ id: number }>(`select id from message where respondent_id = $1`, [respondent.id])
  const dying: Services = {
    ...portico.services,
    clock: () => {
      throw new Error('killed')
    },
  }
  // The clock is first read when the transaction starts; the second reading, after the e-mail is sent, throws.
  let readings = 0
  const diesAfterMail: Services = { ...dying, clock: () => (++readings === 1 ? portico.services : dying).clock() }
  await expect(sendMessage(diesAfterMail, message!.id)).rejects.toThrow('killed')
  await portico.drain()
  await portico.drain()
  const ids = emailsTo('crash@example.org').map((email) => email.id)
  expect(ids).toEqual([`portico-${message!.id}`, `portico-${message!.id}`])
})

test('two replicas that take the same message send one e-mail', async () => {
  const respondent = await arrive({ email: 'twins@example.org' })
  await invite(respondent)
  const [message] = await portico.sql<{ id: number }>(`select id from message where respondent_id = $1`, [respondent.id])
  // The mail server answers only after the other attempts were turned away; if they are not, the test never ends.
  const othersAreAway = Promise.withResolvers<void>()
  const slow: Services = {
    ...portico.services,
    async mailer(email) {
      await othersAreAway.promise
      await portico.services.mailer(email)
    },
  }
  let away = 0
  const outcomes = await Promise.all(
    [1, 2, 3].map(() =>
      sendMessage(slow, message!.id).then(
        () => 'sent',
        () => {
          away += 1
          if (away === 2) othersAreAway.resolve()
          return 'away'
        },
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual(['away', 'away', 'sent'])
  await portico.drain()
  expect(emailsTo('twins@example.org')).toHaveLength(1)
})

test('a staff link is delivered, and its sealed content is deleted afterwards', async () => {
  await write('registration', 'newcomer@example.org', 'https://portico.test/authentication/registration/s3cret')
  await portico.drain()
  const [email] = emailsTo('newcomer@example.org')
  expect(email!.text).toContain('\nhttps://portico.test/authentication/registration/s3cret\n')
  expect(email!.text).toContain('72 hours')
  expect(email!.html).toContain('href="https://portico.test/authentication/registration/s3cret"')
  expect(
    await portico.sql(
      `select id from message where kind <> 'invitation' and sent_at is not null and (sealed is not null or wrapped_key is not null)`,
    ),
  ).toEqual([])
})

test('no address, name, link or number is readable in the outbox, in jobs or in errors', async () => {
  const respondent = await arrive({ email: 'canary-mail@example.org', fullName: 'Canary Name' })
  await invite(respondent)
  await write('reset', 'canary-staff@example.org', 'https://portico.test/canary-link', 'Canary Staff')
  const [pending] = await portico.sql<{ id: number }>(`select max(id)::int as id from message`)
  const rude: Services = {
    ...portico.services,
    mailer: rudely(() => Promise.reject(new Error('refused'))),
  }
  await expect(sendMessage(rude, pending!.id)).rejects.toThrow(/^Email portico-\d+ was not taken: EENVELOPE 550$/)
  const failure: unknown = await sendMessage(rude, pending!.id).catch((error: unknown) => error)
  expect(inspect(failure, { depth: null })).not.toMatch(/canary/i)

  const dump = async () =>
    JSON.stringify(await portico.sql(`select to_jsonb(m) as row, encode(m.sealed, 'escape') as plain from message m`)) +
    JSON.stringify(await portico.sql(`select to_jsonb(j) as row from jobs.job j`))
  expect(await dump()).not.toMatch(/canary/i)
  expect(await dump()).not.toContain(respondent.anonymousId)
  // Control: the dump would show a canary that is not sealed.
  await portico.sql(`update message set sealed = convert_to('canary-control', 'UTF8') where id = $1`, [pending!.id])
  expect(await dump()).toMatch(/canary/i)
})

/** A mail server whose rejections repeat the address, as many do. */
function rudely(mailer: Mailer): Mailer {
  return (email) =>
    mailer(email).catch((error: unknown) => {
      throw Object.assign(new Error(`no such user ${email.to}`), {
        code: 'EENVELOPE',
        responseCode: 550,
        rejected: [email.to],
        cause: error,
      })
    })
}

interface PendingSubmission {
  readonly email: string | null
  readonly fullName?: string
  readonly contactLanguage?: string
  /** The contact language stored with the contact data; older responses have none there. */
  readonly keptLanguage?: string
  readonly language?: string
}

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

function invite(...respondents: { id: number }[]): Promise<void> {
  return inTransaction(portico.services, 'test', (ctx) => inviteToWorkshop(ctx, respondents))
}

function write(kind: 'registration' | 'reset', to: string, link: string, name?: string): Promise<void> {
  return inTransaction(portico.services, 'test', (ctx) => enqueueEmail(ctx, { kind, to, link, name }))
}

function emailsTo(start: string): Email[] {
  return portico.outbox.filter((email) => email.to.startsWith(start))
}

function waiting(condition: string) {
  return portico.sql(`select id from message where due_at is not null and ${condition}`)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await holds()) return
    await sleep(50)
  }
  throw new Error('This did not come true within ten seconds')
}
