import { describe, expect, test } from 'vitest'
import { buildUpload, metadataFile } from '../../../../test/uploads/build-upload.ts'
import { hostileFiles } from '../../../../test/uploads/hostile-files.ts'
import { readUpload } from './upload.ts'

for (const f of hostileFiles)
  test(f.about, async () => {
    const t0 = performance.now()
    const bytes = await f.make()
    const t1 = performance.now()
    const outcome = await readUpload(await buildUpload({ questionFile: { name: f.name, bytes } }))
    const t2 = performance.now()
    const answer = outcome.ok ? 'accepted' : outcome.message
    console.log(Math.round(t1 - t0), bytes.length, Math.round(t2 - t1), f.about, '=>', answer.slice(0, 150))
    expect(answer).toMatch(f.answer)
  })
