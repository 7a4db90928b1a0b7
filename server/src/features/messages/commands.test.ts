import { expect, test } from 'vitest'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import { enqueueEmail } from './commands.ts'
import { inviteToWorkshop } from './invitations.ts'
import { openMessagePortal } from '../../../test/support/message-portal.ts'

const { portico, workshopId, arrive, invite, emailsTo } = await openMessagePortal()

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
