import { expect, it } from 'vitest'
import { answerIdIn, openWorld, newCase } from '../../../../test/calls/world.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { recount } from '../../../../test/support/recount.ts'
import { seal } from '../../../infra/security/encryption.ts'
import { openDecisions } from '../../../infra/security/sealed-respondent.ts'
import { countContactLanguages } from '../listing/count-languages.ts'
import { sealStoredDecisions } from './seal-decisions.ts'

const portico = await openPortico()
const world = await openWorld(portico)
const ana = await portico.as('ana')

it('sealStoredDecisions seals legacy decisions entirely without changing them or their order', async () => {
  const [one, other, deleted] = [await newCase(portico), await newCase(portico), await newCase(portico)]
  for (const id of [one, other, deleted])
    for (const identifier of ['taxesFiled', 'hasGreenCard'])
      await ana.call.agency.submitAnswerOverride({
        answerId: await answerIdIn(world, id, identifier),
        flag: 'green',
        reason: `About ${identifier}`,
      })
  await ana.call.agency.submitRespondentStatusOverride({ respondent: { anonymousId: one }, status: { flag: 'green' } })
  const said = async (anonymousId: string) => ana.call.responses.getRespondentAnswerInfo({ respondent: { anonymousId } })
  const before = [await said(one), await said(other)]
  expect(before[0]?.history).toHaveLength(3)
  await unseal()
  await portico.sql('update respondent set wrapped_key = null where anonymous_id = $1', [deleted])

  const moved = await Promise.all([sealStoredDecisions(portico.services), sealStoredDecisions(portico.services)])
  expect(moved.reduce((sum, count) => sum + count, 0)).toBe(7)
  expect(await portico.sql('select id from unsealed_decision')).toEqual([])
  expect([await said(one), await said(other)]).toEqual(before)
  expect((await said(deleted).catch(() => ({ history: [] }))).history).toEqual([])
  await ana.call.agency.submitAnswerOverride({ answerId: await answerIdIn(world, other, 'deported'), flag: 'red', reason: 'One more' })
  expect((await said(other)).history.map(({ reason }) => reason)).toEqual(['One more', 'About hasGreenCard', 'About taxesFiled'])
  await portico.sql('delete from respondent where wrapped_key is null')
  await countContactLanguages(portico.services)
  expect(await recount(portico)).toEqual([])
})

// Restores the former storage format of all decisions.
async function unseal(): Promise<void> {
  const { encryption } = portico.services
  const rows = await portico.sql<{ id: number; anonymousId: string; keyId: string; wrappedKey: Buffer; sealed: Buffer }>(
    `select d.id::int, d.sealed, anonymous_id "anonymousId", key_id "keyId", wrapped_key "wrappedKey"
     from decision d join respondent r on r.id = d.respondent_id`,
  )
  for (const row of rows) {
    const key = encryption.unwrapKey(`respondent:${row.anonymousId}`, row.keyId, row.wrappedKey)
    for (const { id, about, position, flag, reason } of openDecisions(encryption, row, [row]))
      await portico.sql(
        `insert into unsealed_decision select id, respondent_id, $2, $3, $4, $5, account_id, outside_agency, decided_at from decision where id = $1`,
        [id, about, position, flag, seal(key, `respondent:${row.anonymousId}:reason`, reason)],
      )
  }
  await portico.sql('delete from decision')
}
