import { afterEach, expect, it, vi } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { readContact } from '../sealed-respondent.ts'
import { prepareContactThread, takeContactThread, type ContactThread } from './contact-thread.ts'
import { sealedContactBytes, sealedContactsIn } from './sealed-contacts.ts'

vi.mock('node:os', async (original) => ({ ...(await original<object>()), availableParallelism: () => 2 }))

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
for (const fullName of ['Mai Nguyễn', 'Ngozi Okonkwo']) await buildRespondent(portico, { fullName })

async function readRows(): Promise<Buffer> {
  const [row] = await portico.sql<{ rows: Buffer }>(`select string_agg(${sealedContactBytes}, '' order by id) as rows from respondent`)
  return row?.rows ?? Buffer.alloc(0)
}

async function namesOpenedBy(thread: ContactThread | undefined, rows: Buffer) {
  const wrappers = new Map(Array.from(sealedContactsIn(rows), ({ keyId }) => [keyId, portico.services.encryption.wrapper(keyId)]))
  return (await thread?.open(wrappers, rows))?.map((text) => readContact(text).fullName)
}

afterEach(() => vi.useRealTimers())

it('the contact thread opens contact data, and none of deleted respondents', async () => {
  const thread = takeContactThread()
  expect(await namesOpenedBy(thread, await readRows())).toEqual(['Mai Nguyễn', 'Ngozi Okonkwo'])
  await portico.sql('update respondent set wrapped_key = null where id = (select max(id) from respondent)')
  expect(await namesOpenedBy(thread, await readRows())).toEqual(['Mai Nguyễn', ''])
  thread?.release()
})

it('is used by one at a time', () => {
  const first = takeContactThread()
  expect(first).toBeDefined()
  expect(takeContactThread()).toBeUndefined()
  first?.release()
  expect(takeContactThread()).toBe(first)
  first?.release()
})

it('ends with data that was changed, and another serves the next who needs it', async () => {
  const rows = await readRows()
  const changed = Buffer.from(rows)
  const [row] = sealedContactsIn(changed)
  row?.sealedContact.reverse()
  const first = takeContactThread()
  await expect(namesOpenedBy(first, changed)).rejects.toThrow()
  first?.release()
  const second = takeContactThread()
  expect(second).not.toBe(first)
  expect(await namesOpenedBy(second, rows)).toEqual(['Mai Nguyễn', ''])
  await expect(namesOpenedBy(second, changed)).rejects.toThrow()
})

it('ends after a minute without use, and not while it is used', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const first = takeContactThread()
  first?.release()
  vi.advanceTimersByTime(59_000)
  prepareContactThread()
  vi.advanceTimersByTime(59_000)
  expect(takeContactThread()).toBe(first)
  vi.advanceTimersByTime(180_000)
  first?.release()
  expect(takeContactThread()).toBe(first)
  first?.release()
  vi.advanceTimersByTime(60_000)
  const second = takeContactThread()
  expect(second).not.toBe(first)
  expect(await namesOpenedBy(second, await readRows())).toEqual(['Mai Nguyễn', ''])
  second?.release()
})
