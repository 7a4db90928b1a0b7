import { parseArgs } from 'node:util'
import { openPortal } from './portal.ts'
import type { Outcome, Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'

// npm run test:faults                     all scenarios at full length, one after another, and a summary table
// npm run test:faults -- killed export    only those with one of these words in their name
// npm run test:faults -- --share 0.2      shorter, for scenarios of variable length
// npm run test:faults -- --without Patroni    all but those with one of these words, for machines that lack their requirements

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string', default: '1' }, without: { type: 'string', multiple: true, default: [] } },
})
const chosen = scenarios
  .filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
  .filter(({ name }) => !values.without.some((word) => name.includes(word)))
const rows: string[][] = []
const start = performance.now()
let failed = 0

for (const scenario of chosen) {
  const began = performance.now()
  const outcome = await runOne(scenario)
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  const passed = outcome.faults.length === 0 && outcome.control.shows
  if (!passed) failed += 1
  const faults = [...outcome.faults, ...(outcome.control.shows ? [] : ['the control does not fail'])]
  console.log(`${passed ? 'pass' : 'FAIL'}  ${scenario.name} (${seconds} s): ${outcome.seen}; control: ${outcome.control.seen}`)
  for (const fault of faults) console.log(`      ${fault}`)
  rows.push([passed ? 'pass' : 'FAIL', scenario.name, `${seconds} s`, [outcome.seen, ...faults].join('. '), outcome.control.seen])
}
console.log(
  `\n${tableOf([['', 'scenario', 'took', 'seen', 'control'], ...rows])}\n\n${rows.length - failed} passed, ${failed} failed, ${Math.round((performance.now() - start) / 1_000)} s`,
)
process.exit(failed === 0 ? 0 : 1)

// Each scenario gets a separate portal, so that the damage done by one does not affect the next.
async function runOne(scenario: Scenario): Promise<Outcome> {
  try {
    const portal = await openPortal()
    try {
      return await scenario.run(portal, Number(values.share))
    } finally {
      await portal.close()
    }
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { seen: 'it did not come to an end', faults: [why], control: { seen: '', shows: false } }
  }
}

function tableOf([head = [], ...body]: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '/').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')
}
