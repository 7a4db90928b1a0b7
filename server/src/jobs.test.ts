import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../test/support/builders.ts'
import { openPortico } from '../test/support/harness.ts'
import { inTransaction } from './infra/postgres/transaction.ts'
import { anchor } from './jobs.ts'

const logged: string[] = []
const portico = await openPortico({ logTo: { write: (line: string) => void logged.push(line) } })
await buildQuestionnaire(portico)
await buildWorkshop(portico)

async function deleteSomebody(): Promise<void> {
  const [adam, anonymousId] = [await portico.as('adam'), await buildRespondent(portico)]
  await adam.call.privacy.recordRequest({ respondent: { anonymousId }, kind: 'delete' })
  const { items } = await adam.call.privacy.getRequestList({ pagination: { offset: 0, count: 10 }, open: true })
  await adam.call.privacy.completeRequest({ id: items[0]?.id ?? 0 })
}

test('when one hourly sweep fails, the others still run, and the job fails', async () => {
  const anonymousId = await buildRespondent(portico)
  await portico.sql(
    `insert into privacy_link (kind, secret_hash, respondent_id, expires_at) select 'link', 'old', id, '2026-01-01' from respondent where anonymous_id = $1`,
    [anonymousId],
  )
  await portico.sql('alter table walk_in rename to walk_in_away')
  await inTransaction(portico.services, 'test', ({ em }) => portico.services.queue.send(em, 'sweep', [{}]))
  await portico.drain()
  expect(await portico.sql('select from privacy_link')).toEqual([])
  const errors = logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
  expect(errors).toMatchObject([
    { sweep: 'sweepWalkIns', err: { code: '42P01' } },
    { job: 'sweep', err: { message: '1 of 14 sweeps failed' } },
  ])
  await portico.sql('alter table walk_in_away rename to walk_in')
})

test('deletions are recorded outside the database even if the audit trail cannot be chained', async () => {
  const deletionsFile = join(tmpdir(), `portico-deletions-${randomUUID()}.jsonl`)
  await deleteSomebody()
  await portico.sql('alter table audit_link rename to audit_link_away')
  await expect(anchor(portico.services, { deletionsFile })).rejects.toThrow('audit_link')
  expect((await readFile(deletionsFile, 'utf8')).trim().split('\n')).toHaveLength(1)
})
