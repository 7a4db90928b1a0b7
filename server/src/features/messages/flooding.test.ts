import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buildAnswers, buildQuestionnaire, buildWorkshop, questionnaireName, twoReds } from '../../../test/support/builders.ts'
import { viaRest } from '../../../test/support/both-transports.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { recount } from '../../../test/support/recount.ts'
import { openReplica } from '../../../test/support/replicas.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import { recentInvitations } from './invitations.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
await buildWorkshop(portico, { name: 'elsewhere', isDefault: false })
const replica = await openReplica(portico)
const adam = await portico.as('adam')

async function submit(count: number, email: string, input: object = {}): Promise<void> {
  const answers = await buildAnswers({ email })
  const apps = [portico.app, replica]
  const answered = await Promise.all(
    Array.from({ length: count }, (_one, place) =>
      viaRest(apps[place % 2] ?? portico.app, 'responses.addNewQuestionnaireResponse', {
        name: questionnaireName,
        language: 'en',
        answers,
        ...input,
      }),
    ),
  )
  expect(answered.every((answer) => answer.ok)).toBe(true)
}

/** Stores copies of the newest response with this address, without invitations. */
async function repeatStored(email: string, count: number): Promise<void> {
  const columns = await portico.sql<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = 'respondent' and column_name not in ('id', 'anonymous_id', 'idempotency_key')`,
  )
  const names = columns.map(({ name }) => name).join(', ')
  await portico.sql(
    `insert into respondent (anonymous_id, ${names}) select 'COPY-' || id || '-' || copy, ${names}
     from (select * from respondent where email_hash = $1 order by id desc limit 1) stored, generate_series(1, $2) copy`,
    [portico.services.encryption.lookupHash('email', email), count],
  )
}

async function marksOf(query: string) {
  const { items } = await adam.call.responses.getAllResponses({ filter: { query }, pagination: { offset: 0, count: 100 } })
  return { all: items.length, toTelephone: items.filter((item) => item.respondent.mustTelephone).length }
}

const sentTo = async (email: string) => {
  await portico.drain()
  return portico.outbox.filter((message) => message.to.toLowerCase() === email).length
}

it('limits 30 submissions with one address at two servers to three e-mails, and marks the others to be telephoned', async () => {
  await submit(30, 'flooded@respondents.example')
  expect(await sentTo('flooded@respondents.example')).toBe(3)
  expect(await marksOf('flooded@respondents.example')).toEqual({ all: 30, toTelephone: 27 })
  expect(await recount(portico)).toEqual([])
})

it('limits e-mails to an address however it is written', async () => {
  for (const email of [
    'Written@respondents.example',
    'written@RESPONDENTS.example',
    'WRITTEN@respondents.example',
    'written@respondents.example',
  ])
    await submit(1, email)
  expect(await sentTo('written@respondents.example')).toBe(3)
})

it('limits e-mails to a mailbox however it is labelled, and a search for any label finds all of them', async () => {
  const labels = ['labelled@gmail.com', 'labelled+1@gmail.com', 'label.led@gmail.com', 'l.abelled+2@googlemail.com', 'labelled+3@gmail.com']
  for (const email of labels) await submit(1, email)
  await portico.drain()
  expect(portico.outbox.filter(({ to }) => labels.includes(to))).toHaveLength(3)
  expect(await marksOf('labelled+1@gmail.com')).toEqual({ all: 5, toTelephone: 2 })
  await submit(1, 'label.led@respondents.example')
  expect(await sentTo('label.led@respondents.example')).toBe(1)
})

it('counts each workshop and day separately, and does not affect other addresses', async () => {
  await submit(4, 'family@respondents.example')
  await submit(4, 'family@respondents.example', { workshopName: 'elsewhere' })
  await submit(1, 'other@respondents.example')
  expect(await sentTo('family@respondents.example')).toBe(6)
  expect(await sentTo('other@respondents.example')).toBe(1)
  portico.setTime('2026-11-22T20:00:01Z')
  await submit(4, 'family@respondents.example')
  portico.setTime('2026-11-21T20:00:00Z')
  expect(await sentTo('family@respondents.example')).toBe(9)
  expect(await marksOf('other@respondents.example')).toEqual({ all: 1, toTelephone: 0 })
})

it('has an address telephoned that more than 200 responses gave, however long ago', async () => {
  await submit(1, 'crowded@respondents.example')
  await submit(1, 'shared@respondents.example')
  await portico.drain()
  portico.setTime('2026-11-23T20:00:00Z')
  await repeatStored('crowded@respondents.example', 200)
  await repeatStored('shared@respondents.example', 199)
  for (const email of ['crowded@respondents.example', 'shared@respondents.example']) await submit(1, email)
  portico.setTime('2026-11-21T20:00:00Z')
  expect(await sentTo('crowded@respondents.example')).toBe(1)
  expect(await sentTo('shared@respondents.example')).toBe(2)
})

it('reads at most 201 responses of an address to count its invitations', async () => {
  await submit(1, 'planned@respondents.example')
  await repeatStored('planned@respondents.example', 3_000)
  await portico.sql('analyze respondent')
  const address = { emailHash: sql`email_hash`, phoneHash: sql`phone_hash`, workshopId: sql`workshop_id` }
  const plans = await inTransaction(portico.services, 'plan', async ({ db }) => {
    const counted = recentInvitations({ now: sql`now()`, texts: false }, address)
    const last = sql`(select email_hash, phone_hash, workshop_id from respondent order by id desc limit 1) as last`
    return sql<{ plan: string }>`explain (analyze, format json) select ${counted} from ${last}`.execute(db)
  })
  const read = JSON.stringify(plans.rows)
  expect(Math.max(...[...read.matchAll(/"Actual Rows": ?([\d.]+)/g)].map(([, rows]) => Number(rows)))).toBeLessThanOrEqual(201)
})

it('invites a respondent to be telephoned when a later decision makes them welcome on another day', async () => {
  await submit(3, 'later@respondents.example')
  const answers = await buildAnswers({ email: 'later@respondents.example', ...twoReds })
  const { data } = await viaRest(portico.app, 'responses.addNewQuestionnaireResponse', { name: questionnaireName, language: 'en', answers })
  const respondent = { anonymousId: data.anonymousId }
  const clear = async (again: boolean) => {
    if (again) await adam.call.responses.withdrawForce({ respondent, reason: 'Once more' })
    else {
      const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo({ respondent })
      for (const { answerId, effectiveFlag } of answerFlags.flaggedAnswers)
        if (effectiveFlag === 'red') await adam.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason: 'Seen' })
    }
    await adam.call.agency.submitRespondentStatusOverride({ respondent, status: { flag: 'green' } })
    return (await adam.call.responses.getResponseForAdmin({ respondent })).respondent.mustTelephone
  }
  expect(await clear(false)).toBe(true)
  portico.setTime('2026-11-22T20:00:01Z')
  expect(await clear(true)).toBe(false)
  portico.setTime('2026-11-21T20:00:00Z')
  expect(await sentTo('later@respondents.example')).toBe(4)
})
