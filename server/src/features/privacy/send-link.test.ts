import { expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { holdLock } from '../../../test/support/held-lock.ts'

const lines: string[] = []
const portico = await openPortico({ logTo: { write: (line) => void lines.push(line) } })
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const visitor = await portico.as()

let turn = 0
const someone = async () => {
  const email = `linked${(turn += 1)}@respondents.example`
  return { email, anonymousId: await buildRespondent(portico, { email }) }
}
const send = async (anonymousId: string, contact: string) =>
  (await visitor.rest('privacy/sendLink', { respondent: { anonymousId }, contact, kind: 'see' })).body
const done = { success: true, data: {} }
const linksOf = async (anonymousId: string) =>
  portico.sql(`select from message where kind = 'privacy-link' and respondent_id = (select id from respondent where anonymous_id = $1)`, [
    anonymousId,
  ])

it('the answer to a request for a link waits for nothing that only a matching contact needs', async () => {
  const { email, anonymousId } = await someone()
  const lock = await holdLock(portico, 'select from respondent where anonymous_id = $1 for update', [anonymousId])
  for (const contact of ['somebody@else.example', email]) expect(await send(anonymousId, contact)).toEqual(done)
  await lock.untilWaiting(1)
  await lock.release()
  await portico.drain()
  expect(await linksOf(anonymousId)).toHaveLength(1)
})

it('a link that could not be sent after the answer is logged, without the contact', async () => {
  const { email, anonymousId } = await someone()
  await portico.sql('alter table privacy_link rename to no_link')
  lines.length = 0
  expect(await send(anonymousId, email)).toEqual(done)
  await portico.drain()
  await portico.sql('alter table no_link rename to privacy_link')
  const logged = lines.filter((line) => line.includes('privacy.sendLink'))
  expect(logged).toEqual([expect.stringContaining('"level":50')])
  expect(logged.join('')).not.toContain(email)
  expect(await linksOf(anonymousId)).toEqual([])
})
