import { beforeEach, describe, expect, it } from 'vitest'
import { openPortico } from '../../../test/support/harness.ts'
import { chainAudit, verifyAudit } from './audit-chain.ts'

const portico = await openPortico()
const now = new Date('2026-11-21T20:00:00Z')
const verify = () => verifyAudit(portico.services.orm, now)

beforeEach(async () => {
  await portico.sql('truncate audit_entry, audit_link')
  const adam = await portico.as('adam')
  for (const name of ['one', 'two', 'three']) await adam.call.agency.saveAgency({ name: `${name} ${Math.random()}` })
  await chainAudit(portico.services.orm)
})

const ids = async () => (await portico.sql<{ id: string }>('select id from audit_entry order by id')).map((row) => Number(row.id))

describe('the audit trail', () => {
  it('is whole when nobody touched it, and stays so as it grows', async () => {
    expect(await verify()).toEqual([])
    await (await portico.as('adam')).call.agency.saveAgency({ name: `four ${Math.random()}` })
    await chainAudit(portico.services.orm)
    expect(await verify()).toEqual([])
    expect((await portico.sql('select position from audit_link')).length).toBe((await ids()).length)
  })

  it('takes in an entry whose transaction ends after later ones are linked', async () => {
    const [late] = await portico.sql<{ id: string }>(`select nextval(pg_get_serial_sequence('audit_entry', 'id')) as id`)
    await (await portico.as('adam')).call.agency.saveAgency({ name: `five ${Math.random()}` })
    await chainAudit(portico.services.orm)
    await portico.sql(
      `insert into audit_entry (id, at, account_id, action, subjects, request_id) values ($1, '2026-11-21T19:00:00Z', null, 'x', '{}', 'r')`,
      [late?.id],
    )
    await chainAudit(portico.services.orm)
    expect(await verify()).toEqual([])
  })

  it('names an entry that was changed', async () => {
    const [, second] = await ids()
    await portico.sql(`update audit_entry set subjects = array['agency:999'] where id = $1`, [second])
    expect(await verify()).toEqual([{ entryId: second, fault: 'changed' }])
  })

  it('names an entry that is missing', async () => {
    const [, second] = await ids()
    await portico.sql('delete from audit_entry where id = $1', [second])
    expect(await verify()).toEqual([{ entryId: second, fault: 'missing' }])
  })

  it('notices when a link was taken out of the chain as well', async () => {
    const [, second, third] = await ids()
    await portico.sql('delete from audit_entry where id = $1', [second])
    await portico.sql('delete from audit_link where entry_id = $1', [second])
    expect(await verify()).toContainEqual({ entryId: third, fault: 'missing' })
  })

  it('names an entry that never came into the chain', async () => {
    await portico.sql(
      `insert into audit_entry (at, account_id, action, subjects, request_id) values ('2026-11-21T19:00:00Z', null, 'x', '{}', 'r')`,
    )
    const newest = (await ids()).at(-1)
    expect(await verify()).toEqual([{ entryId: newest, fault: 'unchained' }])
  })
})
