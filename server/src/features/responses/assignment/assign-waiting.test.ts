import pg from 'pg'
import { expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico, { agencyIds: [] })

it('anyone who arrives at the moment when the first agency joins the workshop does not go on waiting, and the trail names them', async () => {
  const held = await holdAudit()
  const arriving = buildRespondent(portico, twoReds)
  await held.untilWaiting(1)
  const joining = buildWorkshop(portico)
  await held.untilWaiting(2)
  await held.release()
  const [anonymousId] = await Promise.all([arriving, joining])
  const adam = await portico.as('adam')
  const { respondent } = await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId } })
  expect(respondent.agency).not.toBeNull()
  const [entry] = await portico.sql<{ subjects: string[] }>(
    `select subjects from audit_entry where action = 'workshops.saveWorkshop' order by id desc limit 1`,
  )
  expect(entry?.subjects).toContain(`respondent:${anonymousId}`)
})

// Nothing can be committed meanwhile: every change writes its audit entry first.
async function holdAudit() {
  const client = new pg.Client(portico.databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query('lock table audit_entry in share row exclusive mode')
  return {
    async untilWaiting(many: number) {
      const waiting = `select count(*)::int as many from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      for (;;) if ((await portico.sql<{ many: number }>(waiting))[0]?.many === many) return
    },
    async release() {
      await client.query('commit')
      await client.end()
    },
  }
}
