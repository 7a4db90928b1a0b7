import { describe, expect, test } from 'vitest'
import { buildUpload } from '../../../../test/uploads/build-upload.ts'
import { hostileFiles, hostileJson } from '../../../../test/uploads/hostile-files.ts'
import { readUpload } from './upload.ts'

const mostMs = 6_000
const longestGapMs = 1_000

describe.each(['questionFile', 'templateFile', 'fieldMetadataFile'] as const)('a file made to do harm, sent as the %s,', (field) => {
  const files = field === 'fieldMetadataFile' ? [...hostileFiles, ...hostileJson] : hostileFiles
  test.each(files.map((file) => [file.about, file] as const))(
    'that %s is answered within 6 s while the server goes on',
    async (_about, { name, make, answer }) => {
      const upload = await buildUpload({ [field]: { name, bytes: await make() } })
      const start = performance.now()
      const { result, longestGap } = await watched(() => readUpload(upload))
      expect(performance.now() - start).toBeLessThan(mostMs)
      expect(longestGap).toBeLessThan(longestGapMs)
      const message = result.ok ? 'accepted' : result.message
      if (field === 'questionFile') expect(message).toMatch(answer)
      else expect(message).toMatch(field === 'templateFile' ? /^(accepted|\[T\d\d\])/ : /^\[[MU]\d\d\]/)
    },
  )
})

/** Runs something and measures the longest time in which nothing else could happen here. */
async function watched<Result>(run: () => Promise<Result>): Promise<{ result: Result; longestGap: number }> {
  let last = performance.now()
  let longestGap = 0
  const ticking = setInterval(() => {
    const now = performance.now()
    longestGap = Math.max(longestGap, now - last)
    last = now
  }, 5)
  try {
    const result = await run()
    return { result, longestGap }
  } finally {
    clearInterval(ticking)
  }
}
