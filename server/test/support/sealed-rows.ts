import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, sampleForm, twoReds, workshopName } from './builders.ts'
import type { Portico } from './harness.ts'
import { buildWebhook } from './webhooks.ts'
import { sealAnnouncement } from '../../src/features/messages/announcements/announcement-email.ts'
import { receiveText } from '../../src/features/messages/texts/replies.ts'
import { seal } from '../../src/infra/security/encryption.ts'

/** Fills every sealed column of an empty Portico; returns a reviewed, a green and a stopped respondent. */
export async function fillSealedRows(portico: Portico): Promise<{ reviewed: string; green: string; stopped: string }> {
  await buildQuestionnaire(portico)
  await buildWorkshop(portico)
  const [adam, ana, vera] = [await portico.as('adam'), await portico.as('ana'), await portico.as('vera')]
  const [reviewed, green, stopped] = [
    await buildRespondent(portico, { ...twoReds, fullName: 'Reviewed One', phone: '+14085550199' }),
    await buildRespondent(portico, { fullName: 'Green One' }),
    await buildRespondent(portico, { fullName: 'Stopped One' }),
  ]
  const about = { respondent: { anonymousId: reviewed } }
  const [agency] = await ana.call.agency.getMyAgencyList()
  const agencyId = agency?.id ?? 0
  await portico.sql('update respondent set agency_id = null where anonymous_id = $1', [reviewed])
  await adam.call.responses.assignRespondents({ respondents: [about.respondent], agencyId, reason: 'Speaks her language' })
  await ana.call.agency.addNote({ ...about, text: 'Bring the papers' })
  await ana.call.agency.saveReason({ agencyId, text: 'Plan seen' })
  await adam.call.agency.submitRespondentStatusOverride({ ...about, status: { flag: 'red', reason: 'Court' } })
  await adam.call.privacy.recordRequest({ ...about, kind: 'correct', text: 'My name has an accent' })
  await adam.call.privacy.recordRequest({ respondent: { anonymousId: stopped }, kind: 'stop' })
  const { items } = await adam.call.privacy.getRequestList({ pagination: { offset: 0, count: 10 } })
  await adam.call.privacy.completeRequest({ id: items.find(({ kind }) => kind === 'stop')?.id ?? 0 })
  await portico.drain()
  await adam.call.downloads.enqueueDownload({ workshop: { name: workshopName }, configuration: { flavor: 'all' } })
  await adam.rest('questionnaires/tryRules', await sampleForm())
  await portico.drain()
  await buildWebhook(portico)
  await ana.call.auth.mySignIn.beginAuthenticator()
  await (await portico.as()).call.privacy.sendLink({ respondent: { anonymousId: green }, contact: 'mai@respondents.example', kind: 'see' })
  await portico.services.backgroundWork.settle()
  portico.setTime('2026-12-19T17:00:00Z')
  await vera.call.workshops.startWalkIn({ name: workshopName, fullName: 'Lucía Mora', phoneNumber: '+14085550177', language: 'es' })
  await fillFormerDecision(portico, reviewed)
  await fillAnnouncement(portico)
  const reply = { gatewayId: 'MM1', from: '+14085550199', text: 'Can I bring my daughter?', attachments: 0 }
  await receiveText({ services: portico.services, requestId: 'test' }, reply)
  return { reviewed, green, stopped }
}

async function fillAnnouncement(portico: Portico): Promise<void> {
  const said = { texts: { en: { subject: 'Another room', text: 'Come to room 4' } } }
  const { keyId, wrappedKey, sealed } = sealAnnouncement(portico.services.encryption, 1, said)
  await portico.sql(
    `insert into announcement (id, key, workshop_id, key_id, wrapped_key, sealed, respondents, created_at, created_by_id, due_at)
     select 1, gen_random_uuid(), min(workshop.id), $1, $2, $3, 0, now(), min(account.id), now() from workshop, account`,
    [keyId, wrappedKey, sealed],
  )
}

// A legacy row, from when only reasons were sealed; no longer written.
async function fillFormerDecision(portico: Portico, anonymousId: string): Promise<void> {
  const [person] = await portico.sql<{ id: string; key_id: string; wrapped_key: Buffer }>(
    'select id, key_id, wrapped_key from respondent where anonymous_id = $1',
    [anonymousId],
  )
  if (!person) throw new Error('The respondent is not there')
  const key = portico.services.encryption.unwrapKey(`respondent:${anonymousId}`, person.key_id, person.wrapped_key)
  await portico.sql(
    `insert into unsealed_decision (id, respondent_id, about, flag, sealed_reason, account_id, outside_agency, decided_at)
     select 1, $1, 'respondent', 'red', $2, min(id), false, now() from account`,
    [person.id, seal(key, `respondent:${anonymousId}:reason`, 'Of former days')],
  )
}

/**
 * Creates an empty database, dropped after the file's tests; returns URLs for an owner who is not a superuser, and for the portal's role.
 */
export async function emptyDatabase(): Promise<{ ownerUrl: string; appUrl: string }> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const base = inject('pgBase')
  await onServer(base, `create role ${name} login password 'owner'`, `create database ${name} owner ${name}`)
  afterAll(() => onServer(base, `drop database if exists ${name} with (force)`, `drop role ${name}`))
  return {
    ownerUrl: Object.assign(new URL(base), { pathname: `/${name}`, username: name, password: 'owner' }).href,
    appUrl: Object.assign(new URL(inject('pgApp')), { pathname: `/${name}` }).href,
  }
}

/** Returns the URL of a Portico's database for the portal's own role. */
export function appUrlOf(portico: Portico): string {
  return Object.assign(new URL(inject('pgApp')), { pathname: new URL(portico.databaseUrl).pathname }).href
}

async function onServer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
