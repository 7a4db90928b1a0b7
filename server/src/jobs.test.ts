import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../test/support/builders.ts'
import { openPortico } from '../test/support/harness.ts'
import { anchor } from './jobs.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)

async function deleteSomebody(): Promise<void> {
  const [adam, anonymousId] = [await portico.as('adam'), await buildRespondent(portico)]
  await adam.call.privacy.recordRequest({ respondent: { anonymousId }, kind: 'delete' })
  const { items } = await adam.call.privacy.getRequestList({ pagination: { offset: 0, count: 10 }, open: true })
  await adam.call.privacy.completeRequest({ id: items[0]?.id ?? 0 })
}

test('deletions are recorded outside the database even if the audit trail cannot be chained', async () => {
  const deletionsFile = join(tmpdir(), `portico-deletions-${randomUUID()}.jsonl`)
  await deleteSomebody()
  await portico.sql('alter table audit_link rename to audit_link_away')
  await expect(anchor(portico.services, { deletionsFile })).rejects.toThrow('audit_link')
  expect((await readFile(deletionsFile, 'utf8')).trim().split('\n')).toHaveLength(1)
})
