import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { readArchive, writeArchive, type Frame } from './archive.ts'

test('an archive may be read in part, at any speed, without an error that nothing catches', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'portico-archive-test-')), 'part.age')
  const identity = await generateIdentity()
  async function* written(): AsyncGenerator<Frame> {
    for (let number = 0; number < 20; number += 1) yield { data: Buffer.alloc(65_000, number) }
  }
  await writeArchive(file, [await identityToRecipient(identity)], written())
  for (const wanted of [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]) {
    const read: number[] = []
    for await (const frame of readArchive(file, identity)) {
      if ('data' in frame) read.push(frame.data[0] ?? -1)
      if (read.length === wanted) break
      // The file is read ahead meanwhile.
      await delay(8)
    }
    expect(read).toEqual([0, 1, 2, 3].slice(0, wanted))
  }
})
