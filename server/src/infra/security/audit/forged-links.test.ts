import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPortico } from '../../../../test/support/harness.ts'
import { inAuditedTransaction } from '../../postgres/transaction.ts'
import type { Services } from '../../request-context.ts'
import { chainAudit } from './audit-chain.ts'
import { openAuditHeads } from './audit-heads.ts'
import { verifyAudit } from './verify-audit.ts'

const portico = await openPortico()
const lastPosition = '9223372036854775807'
const nothing = 1_000_000_000_000
let services: Services
let file: string
const openHeads = () => openAuditHeads(file, services.encryption)
const restart = () => void (services = { ...services, auditHeads: openHeads() })
const verify = () => verifyAudit(services.orm, services.encryption, services.auditHeads, services.clock())

async function writeAndChain(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await inAuditedTransaction({ services, requestId: 'test' }, 'test', async () => {})
  await chainAudit(services)
}

beforeEach(async () => {
  portico.setTime('2026-11-21T20:00:00Z')
  await portico.sql('truncate audit_entry, audit_link')
  file = join(tmpdir(), `portico-heads-${randomUUID()}.jsonl`)
  services = { ...portico.services, auditHeads: openAuditHeads(file, portico.services.encryption) }
  await writeAndChain(6)
})

describe('the audit chain', () => {
  it.each([
    ['at the last position there is', [lastPosition]],
    ['at the next position', ['7']],
    ['after the next position', ['8']],
    ['at several positions', ['-1', '7', '9', '10', '12', lastPosition]],
  ])('is continued and anchored after links without an entry %s, which verification reports', async (_where, positions) => {
    for (const [index, position] of positions.entries())
      await portico.sql(`insert into audit_link values ($1, $2, '\\x00')`, [position, nothing + index])
    await chainAudit(services)
    await writeAndChain(3)
    restart()
    await writeAndChain(3)
    expect(await portico.sql('select id from audit_entry where id not in (select entry_id from audit_link)')).toEqual([])
    expect((await openHeads().all()).heads.at(-1)?.position).toBeLessThanOrEqual(12 + positions.length)
    const faults = await verify()
    const reported = new Set(faults.map((fault) => ('entryId' in fault ? fault.entryId : 0)))
    expect([...reported].filter((id) => id >= nothing)).toHaveLength(positions.length)
    // A link before the first is no predecessor of it.
    if (!positions.includes('-1')) expect(faults.filter((fault) => fault.fault !== 'missing')).toEqual([])
  })

  it('is continued after an earlier version of Portico anchored a position that no link can have', async () => {
    await openHeads().add({ position: 2 ** 63, hash: Buffer.alloc(1), at: services.clock().toISOString() })
    restart()
    await writeAndChain(1)
    expect(await verify()).toEqual([{ fault: 'altered', lines: 1 }])
  })

  it('control: verifies without forged links', async () => {
    await writeAndChain(3)
    restart()
    await writeAndChain(3)
    expect(await verify()).toEqual([])
  })
})
