import { expect, test } from 'vitest'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, workshopName } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const adam = await portico.as('adam')
const invited = async (email: string, contactLanguage: string) => {
  const anonymousId = await buildRespondent(portico, { email, contactLanguage })
  await portico.drain()
  return { anonymousId, email: portico.outbox.find(({ to }) => to === email) }
}
const own = {
  subject: 'Venga a {{workshop}}',
  welcome: 'Le esperamos en {{workshop}}.',
  numberUse: 'Muéstrelo.',
  advisor: 'Habrá asesores.',
}
const spanish = { kind: 'invitation', language: 'es' } as const

test('published texts are used in every e-mail from then on, only in their language', async () => {
  expect(await adam.call.messages.saveTemplate({ ...spanish, texts: own, basedOn: 0 })).toEqual({ version: 1 })
  const { email } = await invited('uno@respondents.example', 'es')
  expect(email?.subject).toBe('Venga a Citizenship Day')
  expect(email?.text).toContain('Le esperamos en Citizenship Day.')
  expect((await invited('mot@respondents.example', 'vi')).email?.subject).not.toContain('Venga')
  expect(await adam.call.messages.previewTemplate(spanish)).toMatchObject({ subject: 'Venga a Citizenship Day' })
  const trail = await portico.sql<{ subjects: string[] }>(`select subjects from audit_entry where action = 'messages.saveTemplate'`)
  expect(trail.flatMap(({ subjects }) => subjects)).toContain('message template:invitation.es.1')
})

test('of two concurrent publications based on the same version one wins, and the shipped texts can be restored', async () => {
  const publish = () => adam.rest('messages/saveTemplate', { ...spanish, texts: null, basedOn: 1 })
  const outcomes = await Promise.all([publish(), publish()])
  expect(outcomes.map(({ body }) => body.error_id ?? body.data.version).sort()).toEqual([2, 'INVALID_REQUEST'])
  const { version, versions, texts } = await adam.call.messages.getTemplate(spanish)
  expect([version, versions.map((one) => one.version)]).toEqual([2, [2, 1, 0]])
  expect(texts).toEqual(versions[2]?.texts)
  expect((await invited('dos@respondents.example', 'es')).email?.subject).toBe('Su invitación: Citizenship Day')
})

test('a text with an unknown placeholder is rejected at its field, and a test e-mail goes only to the caller', async () => {
  const refused = await adam.rest('messages/saveTemplate', { ...spanish, texts: { ...own, welcome: 'Hola {{name}}' }, basedOn: 2 })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain('{{name}}')
  const before = portico.outbox.length
  await adam.call.messages.sendTemplateTest({ ...spanish, texts: own })
  await portico.drain()
  expect(portico.outbox.slice(before)).toMatchObject([{ to: 'adam@portico.example', subject: 'Venga a Citizenship Day', language: 'es' }])
})

test('the message list shows what was sent to whom, in which language, and its state; reading and resending are audited', async () => {
  const { anonymousId } = await invited('lista@respondents.example', 'pt')
  const of = async (more: object = {}) => (await adam.rest('messages/getMessageList', { workshopName, ...more })).body.data
  const [newest] = (await of()).items
  expect(newest).toMatchObject({ kind: 'invitation', state: 'sent', anonymousId, workshopName, language: 'pt', attempts: 0 })
  expect((await of({ language: 'pt' })).items).toHaveLength(1)
  expect((await of({ state: 'gave-up' })).items).toEqual([])
  const first = await of({ count: 1 })
  expect((await of({ count: 1, before: first.next })).items[0].id).toBeLessThan(first.items[0].id)
  expect(JSON.stringify(await of())).not.toMatch(/@|Su invitaci/)
  await portico.sql(`update message set sent_at = null, attempts = 400 where id = $1`, [newest.id])
  expect((await of({ state: 'gave-up' })).items).toMatchObject([{ id: newest.id }])
  await adam.call.messages.sendAgain({ id: newest.id })
  expect((await of({ state: 'waiting' })).items).toMatchObject([{ id: newest.id }])
  await portico.drain()
  await adam.call.messages.sendAgain({ id: newest.id })
  await portico.drain()
  expect((await of({ language: 'pt' })).items.map((item: { kind: string }) => item.kind)).toEqual(['invitation-again', 'invitation'])
  await portico.sql('update respondent set wrapped_key = null where anonymous_id = $1', [anonymousId])
  expect((await of()).items.map((item: { anonymousId: string }) => item.anonymousId)).not.toContain(anonymousId)
  for (const action of ['messages.getMessageList', 'messages.sendAgain']) {
    const trail = await auditTrail(portico, 0, action)
    expect(trail.flatMap(({ subjects }) => subjects)).toContain(`respondent:${anonymousId}`)
  }
})
