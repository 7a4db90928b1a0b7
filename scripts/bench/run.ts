import { tableOf, type Bench, type Line } from './bench.ts'
import { fillPortal, type FilledPortal } from './filled-portal.ts'

// npm run bench                            all lines, one after another
// npm run bench -- submissions lists       only those files of lines/
// BENCH_RESPONDENTS=1000000 npm run bench  with a million respondents for lines that read respondents
const files = ['submissions', 'latency', 'storage', 'sign-in', 'start', 'lists', 'search', 'export', 'downloads', 'pages', 'door'] as const
const chosen = process.argv.slice(2)
const lines: Line[] = []
let filled: Promise<FilledPortal> | undefined
const bench: Bench = {
  report(line) {
    lines.push(line)
    console.log(`${line.what}: ${line.measured}`)
  },
  filled: () => (filled ??= fillPortal(Number(process.env['BENCH_RESPONDENTS'] ?? 100_000))),
}

try {
  for (const file of files.filter((name) => chosen.length === 0 || chosen.includes(name))) {
    console.log(`\n## ${file}`)
    const measured: { run(bench: Bench): Promise<void> } = await import(`./lines/${file}.ts`)
    await measured.run(bench)
  }
} finally {
  await (await filled?.catch(() => undefined))?.close()
}
console.log(`\n${tableOf(lines)}`)
