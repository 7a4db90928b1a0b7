import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import type { Mailer } from '../../infra/mailer.ts'
import { openQueue } from '../../infra/queue.ts'
import type { Services } from '../../infra/request-context.ts'
import { messagePolls } from './jobs.ts'
import { sendMessage } from './outbox.ts'
import { openMessagePortal } from '../../../test/support/message-portal.ts'

const { portico, arrive, invite, write, emailsTo } = await openMessagePortal()

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
