import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Bench } from '../bench.ts'
import { median } from '../load.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const e2e = join(root, 'client', 'e2e')
const execute = promisify(execFile)
const times = 5

/**
 * Measures what a respondent waits for: the size of the landing page's scripts, and the time to the first question over a slow connection
 * in a real browser.
 */
export async function run({ report, filled }: Bench): Promise<void> {
  await execute(process.execPath, [join(root, 'scripts', 'build.ts')])
  const html = await readFile(join(root, 'client', 'dist', 'index.html'), 'utf8')
  const scripts = [...new Set(html.match(/\/assets\/[^"]+\.js/g))]
  const sizes = await Promise.all(scripts.map(async (path) => gzipSync(await readFile(join(root, 'client', 'dist', path))).length))
  report({
    what: 'JavaScript before the landing page',
    measured: `${scripts.length} files, gzip`,
    figure: sizes.reduce((sum, size) => sum + size, 0) / 1024,
    unit: 'KiB',
    bar: 91,
    aim: 85,
  })
  if (!existsSync(join(e2e, 'node_modules')))
    return console.log('The browser comes with the packages of the browser tests: run npm test once')
  const portal = await (await filled()).start()
  try {
    const seconds: number[] = []
    for (let time = 0; time < times; time += 1) {
      const address = `${portal.origin}/citizenship/citizenship_screening`
      const { stdout } = await execute(process.execPath, [join(e2e, 'support', 'first-question.ts'), address], { cwd: e2e })
      seconds.push(Number(stdout))
    }
    const measured = 'a browser that knows nothing yet, 400 kbit/s, 400 ms'
    report({ what: 'a first question on slow 3G', measured, figure: median(seconds), unit: 's', bar: 5, aim: 3.5 })
  } finally {
    await portal.stop()
  }
}
