import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { buildUpload } from '../../../../test/uploads/build-upload.ts'
import { hostileFiles, hostileJson } from '../../../../test/uploads/hostile-files.ts'
import { uploadLimits } from '../upload-limits.ts'
import { readUpload } from './upload.ts'

/** Of the processor, so that a busy machine counts for nothing, and beside what this one takes for the least that any file of its size costs. */
const parsingMs = [parsedOnce(), parsedOnce(), parsedOnce()].toSorted((one, other) => one - other)[1] ?? 0
const mostMs = 6 * parsingMs
/** For the server at one stretch. */
const longestGapMs = parsingMs

describe.each(['questionFile', 'templateFile', 'fieldMetadataFile'] as const)('a file made to do harm, sent as the %s,', (field) => {
  const files = field === 'fieldMetadataFile' ? [...hostileFiles, ...hostileJson] : hostileFiles
  test.each(files.map((file) => [file.about, file] as const))(
    'that %s costs at most six times what parsing so much takes, and the server goes on meanwhile',
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

/** What the XML parser alone takes for as much as a file may hold unpacked. */
function parsedOnce(): number {
  const cells = '<c r="A1" t="n"><v>1</v></c>'.repeat(2_000)
  const parser = new SaxesParser()
  const start = process.cpuUsage()
  parser.write('<sheet>')
  for (let bytes = 0; bytes < uploadLimits.unpackedBytes; bytes += cells.length) parser.write(cells)
  parser.write('</sheet>').close()
  return inMs(process.cpuUsage(start))
}

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
