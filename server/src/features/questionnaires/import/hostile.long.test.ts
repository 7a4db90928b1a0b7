import { describe, expect, test } from 'vitest'
import { buildUpload } from '../../../../test/uploads/build-upload.ts'
import { hostileFiles, hostileJson } from '../../../../test/uploads/hostile-files.ts'
import { readUpload } from './upload.ts'

/** Of the processor, so that a busy machine counts for nothing: for the whole answer, and for the server at one stretch. */
const mostMs = 6_000
const longestGapMs = 1_000

describe.each(['questionFile', 'templateFile', 'fieldMetadataFile'] as const)('a file made to do harm, sent as the %s,', (field) => {
  const files = field === 'fieldMetadataFile' ? [...hostileFiles, ...hostileJson] : hostileFiles
  test.each(files.map((file) => [file.about, file] as const))(
    'that %s costs at most 6 s of the processor, and the server goes on meanwhile',
    async (_about, { name, make, answer }) => {
      const upload = await buildUpload({ [field]: { name, bytes: await make() } })
      const start = process.cpuUsage()
      const { result, longestGap } = await watched(() => readUpload(upload))
      expect(inMs(process.cpuUsage(start))).toBeLessThan(mostMs)
      expect(longestGap).toBeLessThan(longestGapMs)
      const message = result.ok ? 'accepted' : result.message
      if (field === 'questionFile') expect(message).toMatch(answer)
      else expect(message).toMatch(field === 'templateFile' ? /^(accepted|\[T\d\d\])/ : /^\[[MU]\d\d\]/)
    },
  )
})

/** Runs something and measures how long this thread worked at most before anything else could happen on it. */
async function watched<Result>(run: () => Promise<Result>): Promise<{ result: Result; longestGap: number }> {
  let last = inMs(process.threadCpuUsage())
  let longestGap = 0
  const ticking = setInterval(() => {
    const now = inMs(process.threadCpuUsage())
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

function inMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000
}
