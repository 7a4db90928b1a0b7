import { createHash, randomUUID } from 'node:crypto'
import { appendFile, mkdir, rename, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPortico } from '../../../../test/support/harness.ts'
import { inAuditedTransaction } from '../../postgres/transaction.ts'
import type { Services } from '../../request-context.ts'
import { openEncryption } from '../encryption.ts'
import { chainAudit, chainHash } from './audit-chain.ts'
import { openAuditHeads, type AuditHeads } from './audit-heads.ts'
import { verifyAudit } from './verify-audit.ts'

const portico = await openPortico()
let services: Services
let file: string
const verify = () => verifyAudit(services.orm, services.encryption, services.auditHeads, services.clock())
// Appends and chains a further entry, then restarts.
const appendAndRestart = async () => {
  await writeEntry('later')
  await chainAudit(services)
  await chainAudit({ ...services, auditHeads: openAuditHeads(file, services.encryption) })
}
const writeEntry = (action: string) => inAuditedTransaction({ services, requestId: randomUUID() }, action, async () => {})
const ids = async () => (await portico.sql<{ id: string }>('select id from audit_entry order by id')).map((row) => Number(row.id))

beforeEach(async () => {
  portico.setTime('2026-11-21T20:00:00Z')
  await portico.sql('truncate audit_entry, audit_link')
  file = join(tmpdir(), `portico-heads-${randomUUID()}.jsonl`)
  services = { ...portico.services, auditHeads: openAuditHeads(file, portico.services.encryption) }
  for (const action of ['one', 'two', 'three', 'two', 'five']) await writeEntry(action)
  await chainAudit(services)
  await writeEntry('six')
  await chainAudit(services)
})

describe('the audit trail', () => {
  it('verifies while it is unmodified, and as it grows', async () => {
    expect(await verify()).toEqual([])
    await appendAndRestart()
    expect(await verify()).toEqual([])
    expect((await portico.sql('select position from audit_link')).length).toBe((await ids()).length)
  })

  it('is verified without writing anything', async () => {
    await writeEntry('not linked yet')
    const linked = await portico.sql('select * from audit_link')
    expect(await verify()).toEqual([])
    expect(await portico.sql('select * from audit_link')).toEqual(linked)
  })

  it.each([
    ['was on a full disk', async (known: AuditHeads) => known],
    ['was on a full disk until a restart', async () => openAuditHeads(file, services.encryption)],
  ])('anchors a head whose file %s, without waiting for another entry', async (_when, headsAfter) => {
    const known = services.auditHeads
    await rename(file, `${file}.before`)
    await mkdir(file)
    await writeEntry('unanchored')
    await chainAudit(services)
    await rmdir(file)
    await rename(`${file}.before`, file)
    const anchored = async () => (await openAuditHeads(file, services.encryption).all()).heads.map(({ position }) => position)
    expect(await anchored()).toEqual([5, 6])
    services = { ...services, auditHeads: await headsAfter(known) }
    for (let turn = 0; turn < 2; turn += 1) await chainAudit(services)
    expect(await anchored()).toEqual([5, 6, 7])
  })

  it('links an entry whose transaction ends after later ones are linked', async () => {
    const late = inAuditedTransaction({ services, requestId: 'late' }, 'late', async ({ db }) => {
      await db.selectFrom('account').select('id').limit(1).execute()
      await writeEntry('in time')
      await chainAudit(services)
    })
    await late
    await chainAudit(services)
    expect(await verify()).toEqual([])
  })

  it('may begin with entries from before signatures were introduced', async () => {
    await portico.sql('truncate audit_link')
    await portico.sql('update audit_entry set signature = null')
    services = { ...services, auditHeads: openAuditHeads(`${file}.new`, services.encryption) }
    await chainAudit(services)
    expect(await verify()).toEqual([])
  })

  it('is chained by hashes that cannot be computed without the keyring', () => {
    const what = { action: 'one', subjects: [], sealedSubjects: null }
    const entry = { id: 1, at: new Date(0), accountId: null, ...what, requestId: 'r', signature: null }
    const other = openEncryption(`${file}.keyring`, true)
    const hashOf = (encryption: Services['encryption']) => chainHash(encryption, Buffer.alloc(32), entry).toString('hex')
    expect(hashOf(other)).not.toBe(hashOf(services.encryption))
    expect(hashOf(services.encryption)).toBe(hashOf(services.encryption))
  })

  it('reports an entry that was written too late for the chain', async () => {
    portico.setTime('2026-11-21T18:00:00Z')
    await writeEntry('left behind')
    const leftBehind = (await ids()).at(-1)
    portico.setTime('2026-11-21T20:00:00Z')
    await chainAudit(services)
    expect(await verify()).toEqual([{ fault: 'unchained', entryId: leftBehind }])
  })

  it.each([
    ['an entry from a clock that ran ahead', async () => [portico.setTime('2027-11-21T20:00:00Z'), await writeEntry('ahead')]],
    ['an entry with a far larger id', async () => [await writeEntry('ahead'), await renumber('ahead')]],
    ['a link without an entry', async () => linkNothing()],
  ])('is chained on after %s', async (_what, happen) => {
    await happen()
    await chainAudit(services)
    portico.setTime('2026-11-21T22:00:00Z')
    await writeEntry('later')
    await chainAudit(services)
    const unlinked = 'select action from audit_entry where id not in (select entry_id from audit_link)'
    expect(await portico.sql(unlinked)).toEqual([])
  })

  it.each(unreadable)('is chained on after a forged entry whose time is %s, which verification reports', async (at) => {
    await portico.sql('alter table audit_entry drop constraint if exists audit_entry_at_finite')
    const [entry] = await portico.sql<{ id: string }>(
      `insert into audit_entry (at, action, subjects, request_id, signature) select $1, 'x', '{}', 'r', signature || '\\x00'
       from audit_entry limit 1 returning id`,
      [at],
    )
    await appendAndRestart()
    expect(await verify()).toEqual([{ fault: 'forged', entryId: Number(entry?.id) }])
    await appendAndRestart()
    expect(await portico.sql(`select action from audit_entry where action <> 'x' and id not in (select entry_id from audit_link)`)).toEqual(
      [],
    )
  })

  it('is anchored once a day when nothing is new', async () => {
    for (const time of ['2026-11-22T19:00:00Z', '2026-11-22T20:00:00Z', '2026-11-23T19:00:00Z', '2026-11-23T20:00:00Z']) {
      portico.setTime(time)
      await chainAudit(services)
    }
    const { heads } = await openAuditHeads(file, services.encryption).all()
    expect(heads.map(({ position, at }) => `${position} ${at.slice(0, 13)}`)).toEqual([
      '5 2026-11-21T20',
      '6 2026-11-21T20',
      '6 2026-11-22T20',
      '6 2026-11-23T20',
    ])
    expect(await verify()).toEqual([])
  })
})

describe('verifyAudit, against someone who can write to the database but lacks the keyring', () => {
  const forged = `insert into audit_entry (at, account_id, action, subjects, request_id, signature)`
  const attacks: readonly (readonly [string, () => Promise<unknown>, object])[] = [
    ['edits an entry', async () => edit(), { fault: 'changed' }],
    ['edits an entry and empties the links', async () => [await edit(), await portico.sql('truncate audit_link')], { fault: 'cut' }],
    [
      'edits an entry and deletes the links from there on',
      async () => [await edit(), await portico.sql('delete from audit_link where position >= 2')],
      { fault: 'cut' },
    ],
    ['edits an entry and recomputes all links', async () => [await edit(), await relink()], { fault: 'replaced' }],
    ['deletes the newest entries with their links', async () => [await drop('position >= 5')], { fault: 'cut' }],
    [
      'deletes an entry',
      async () => portico.sql('delete from audit_entry where id = (select entry_id from audit_link where position = 2)'),
      { fault: 'missing' },
    ],
    ['deletes an entry with its link', async () => drop('position = 2'), { fault: 'missing' }],
    [
      'deletes all entries of one action with their links, and closes the gaps',
      async () => [
        await drop(`entry_id in (select id from audit_entry where action = 'two')`),
        await portico.sql('update audit_link set position = -position'),
        await portico.sql('update audit_link l set position = (select count(*) from audit_link o where o.position >= l.position)'),
      ],
      { fault: 'changed' },
    ],
    [
      'adds an entry without a signature',
      async () => portico.sql(`${forged} values (now(), null, 'x', '{}', 'r', null)`),
      { fault: 'forged' },
    ],
    [
      'adds an entry with a made-up signature',
      async () => portico.sql(`${forged} values (now(), null, 'x', '{}', 'r', decode(repeat('ab', 44), 'hex'))`),
      { fault: 'forged' },
    ],
    [
      'duplicates an entry',
      async () =>
        portico.sql(`${forged} select at, account_id, action, subjects, request_id, signature from audit_entry where action = 'one'`),
      { fault: 'forged' },
    ],
    [
      'gives an entry another id before it is linked, and deletes a later one',
      async () => {
        await writeEntry('four')
        await renumber('four')
        await chainAudit(services)
        await hide()
      },
      { fault: 'missing' },
    ],
    [
      'links an entry that does not exist, and deletes a later one',
      async () => {
        await linkNothing()
        await hide()
      },
      { fault: 'missing', entryId: 1_000_000_000_000 },
    ],
    ['empties both tables', async () => portico.sql('truncate audit_entry, audit_link'), { fault: 'cut' }],
  ]

  it.each(attacks)('detects an attacker who %s', async (_what, attack, fault) => {
    await attack()
    expect(await verify()).toContainEqual(expect.objectContaining(fault))
    await appendAndRestart()
    expect((await verify()).length).toBeGreaterThan(0)
  })

  it.each([
    ['reports the entries that were written since', 'the newest', { fault: 'unchained' }],
    ['reports that no head was anchored since', 'all of them', { fault: 'stopped', since: '2026-11-21T20:00:00.000Z' }],
  ])('when the job is stopped, %s, if %s are deleted', async (_what, deleted, fault) => {
    portico.setTime('2026-11-22T23:00:00Z')
    for (const action of ['since', 'since']) await writeEntry(action)
    const newest = deleted === 'the newest' ? 'and id = (select max(id) from audit_entry)' : ''
    await portico.sql(`delete from audit_entry where action = 'since' ${newest}`)
    portico.setTime('2026-11-22T23:10:00Z')
    expect(await verify()).toContainEqual(expect.objectContaining(fault))
  })

  it('control: reports nothing while the job runs', async () => {
    portico.setTime('2026-11-22T23:00:00Z')
    await writeEntry('since')
    await chainAudit(services)
    portico.setTime('2026-11-22T23:10:00Z')
    expect(await verify()).toEqual([])
  })

  it('reports forged heads', async () => {
    await appendFile(file, `${JSON.stringify({ position: 6, hash: 'AAAA', at: '2026-11-21T20:00:00Z', signature: 'AAAA' })}\n`)
    expect(await verify()).toEqual([{ fault: 'altered', lines: 1 }])
  })

  it('accepts heads from the log as well as from the file', async () => {
    const { heads } = await services.auditHeads.all()
    const shipped = openAuditHeads(`${file}.shipped`, services.encryption)
    await appendFile(`${file}.shipped`, heads.map((auditHead) => `${JSON.stringify({ level: 30, auditHead })}\n`).join(''))
    services = { ...services, auditHeads: shipped }
    expect(await verify()).toEqual([])
    await portico.sql('truncate audit_entry, audit_link')
    expect(await verify()).toEqual([{ fault: 'cut', position: 6 }])
  })

  it('reports that completeness is unknown when there are no heads', async () => {
    services = { ...services, auditHeads: openAuditHeads(`${file}.none`, services.encryption) }
    expect(await verify()).toContainEqual({ fault: 'no-heads' })
  })
})

// JavaScript has no such dates.
const unreadable = ['infinity', '-infinity', '290000-01-01']
const renumber = (action: string) => portico.sql('update audit_entry set id = id + 1000000000 where action = $1', [action])
const linkNothing = () => portico.sql(`insert into audit_link select max(position) + 1, 1000000000000, '\\x00' from audit_link`)

// Deletes an entry from among those that were written and linked since.
async function hide(): Promise<void> {
  portico.setTime('2026-11-21T22:00:00Z')
  for (const action of ['five', 'hidden', 'seven']) await writeEntry(action)
  await chainAudit(services)
  await portico.sql(`delete from audit_entry where action = 'hidden'`)
}

const edit = () =>
  portico.sql(`update audit_entry set subjects = '{agency:999}' where id = (select entry_id from audit_link where position = 2)`)

async function drop(links: string): Promise<void> {
  await portico.sql(`delete from audit_entry where id in (select entry_id from audit_link where ${links})`)
  await portico.sql(`delete from audit_link where ${links.startsWith('entry_id') ? 'entry_id not in (select id from audit_entry)' : links}`)
}

// The best an attacker can do without the key.
async function relink(): Promise<void> {
  let hash = Buffer.alloc(32)
  for (const { position } of await portico.sql<{ position: string }>('select position from audit_link order by position')) {
    hash = createHash('sha256').update(hash).update(position).digest()
    await portico.sql('update audit_link set hash = $2 where position = $1', [position, hash])
  }
}
