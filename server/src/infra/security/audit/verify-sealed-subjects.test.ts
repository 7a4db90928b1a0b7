import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPortico } from '../../../../test/support/harness.ts'
import { inAuditedTransaction } from '../../postgres/transaction.ts'
import type { Services } from '../../request-context.ts'
import { auditRespondents } from './audit.ts'
import { chainAudit } from './audit-chain.ts'
import { openAuditHeads } from './audit-heads.ts'
import { verifyAudit } from './verify-audit.ts'

const portico = await openPortico()
let services: Services
const verify = () => verifyAudit(services.orm, services.encryption, services.auditHeads, services.clock())
const writeEntry = (action: string) =>
  inAuditedTransaction({ services, requestId: randomUUID() }, action, async (ctx) => auditRespondents(ctx, ['AAAA-AAAA-AAAAA']))
const change = (what: string) => portico.sql(`update audit_entry set ${what} where action = 'one'`)
const edit = () => change(`sealed_subjects = overlay(sealed_subjects placing '\\x0000' from 40)`)
const remove = () => change('sealed_subjects = null')
const exchange = () => change(`sealed_subjects = (select sealed_subjects from audit_entry where action = 'two')`)

beforeEach(async () => {
  await portico.sql('truncate audit_entry, audit_link')
  const file = join(tmpdir(), `portico-heads-${randomUUID()}.jsonl`)
  services = { ...portico.services, auditHeads: openAuditHeads(file, portico.services.encryption) }
  for (const action of ['one', 'two']) await writeEntry(action)
})

// Replicas of an earlier version do not read what is sealed.
async function linkByEarlierVersion(): Promise<void> {
  await portico.sql('create table sealed as select id, sealed_subjects from audit_entry')
  await portico.sql('update audit_entry set sealed_subjects = null')
  await chainAudit(services)
  await portico.sql('update audit_entry e set sealed_subjects = s.sealed_subjects from sealed s where s.id = e.id')
  await portico.sql('drop table sealed')
}

describe('the audit trail verifies, and reports that somebody changed sealed subjects,', () => {
  const links: readonly (readonly [string, () => Promise<unknown>, fault: string])[] = [
    ['linked', () => chainAudit(services), 'changed'],
    ['linked by a replica of an earlier version', linkByEarlierVersion, 'forged'],
    ['not linked yet', async () => {}, 'forged'],
  ]

  it.each(links)('of entries that are %s', async (_when, link, fault) => {
    await link()
    expect(await verify()).toEqual([])
    for (const attack of [edit, exchange, remove]) {
      await attack()
      expect(await verify()).toContainEqual({ fault, entryId: expect.any(Number) })
    }
  })

  it('added to entries from before signatures', async () => {
    await portico.sql('update audit_entry set signature = null, sealed_subjects = null')
    await chainAudit(services)
    expect(await verify()).toEqual([])
    await change(`sealed_subjects = '\\x00'`)
    expect(await verify()).toEqual([{ fault: 'forged', entryId: expect.any(Number) }])
  })
})
