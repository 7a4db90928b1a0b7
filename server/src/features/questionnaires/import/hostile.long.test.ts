import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { buildUpload } from '../../../../test/uploads/build-upload.ts'
import { hostileFiles, hostileJson } from '../../../../test/uploads/hostile-files.ts'
import { uploadLimits } from '../upload-limits.ts'
import { readFiles } from './read-files.ts'
import { readUpload } from './upload.ts'

/** CPU time, so that other load does not matter, relative to the time that parsing a file of the maximum size takes on this machine. */
const parsingMs = [parsedOnce(), parsedOnce(), parsedOnce()].toSorted((one, other) => one - other)[1] ?? 0
const mostMs = 6 * parsingMs
/** The longest time that the main thread may be blocked. */
const longestGapMs = parsingMs

describe.each(['questionFile', 'templateFile', 'fieldMetadataFile'] as const)('a hostile file sent as the %s', (field) => {
  const files = field === 'fieldMetadataFile' ? [...hostileFiles, ...hostileJson] : hostileFiles
  test.each(files.map((file) => [file.about, file] as const))(
    'that %s takes at most six times the CPU time of parsing alone and never blocks the server',
    async (_about, { name, make, answer }) => {
      const upload = await buildUpload({ [field]: { name, bytes: await make() } })
      const { result, longestGap } = await watched(() => readUpload(upload))
      // The CPU time of a process that has ended is not told, so the files are read once more in this one.
      const start = process.cpuUsage()
      await readFiles(upload, () => undefined)
      expect(inMs(process.cpuUsage(start))).toBeLessThan(mostMs)
      expect(longestGap).toBeLessThan(longestGapMs)
      const message = result.ok ? 'accepted' : result.message
      if (field === 'questionFile') expect(message).toMatch(answer)
      else expect(message).toMatch(field === 'templateFile' ? /^(accepted|\[T\d\d\])/ : /^\[[MU]\d\d\]/)
    },
  )
})

/** Measures the CPU time of the XML parser alone for the maximum unpacked size. */
function parsedOnce(): number {
  const cells = '<c r="A1" t="n"><v>1</v></c>'.repeat(2_000)
  const parser = new SaxesParser()
  const start = process.cpuUsage()
  parser.write('<sheet>')
  for (let bytes = 0; bytes < uploadLimits.unpackedBytes; bytes += cells.length) parser.write(cells)
  parser.write('</sheet>').close()
  return inMs(process.cpuUsage(start))
}

/** Runs a function and measures the longest CPU time for which this thread did not return to the event loop. */
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
