import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { importRespondents } from '../../server/src/features/responses/import/import-respondents.ts'
import { byteOrderMark, csvLine } from '../../server/src/spreadsheets/csv-writer.ts'
import { withServices } from './with-services.ts'

// npm run import -- FILE.csv --map MAP.json --as E-MAIL [--write] [--invite] [--report FILE]
// Imports respondents from another system (shared/spec/contract.md#importing-respondents). Without --write it only checks and says what it would do.
const usage = 'npm run import -- FILE.csv --map MAP.json --as E-MAIL [--write] [--invite] [--report FILE]'
const shownFindings = 50
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    map: { type: 'string' },
    as: { type: 'string' },
    report: { type: 'string' },
    write: { type: 'boolean' },
    invite: { type: 'boolean' },
  },
})
const [file] = positionals
const { map: mapFile, as: operator, report: reportFile, write = false, invite = false } = values
if (!file || !mapFile || !operator) throw new Error(`Name the file, its map, and the admin who imports: ${usage}`)
const csv = readFileSync(file)
const map: unknown = JSON.parse(readFileSync(mapFile, 'utf8'))
const say = (text: string) => console.log(`portico  ${text}`)
const counted = (count: number) => count.toLocaleString('en')

await withServices(async (services) => {
  const onWritten = (written: number) => say(`${counted(written)} written`)
  const { faults, rows, findings, fresh, known, changed, written } = await importRespondents(services, {
    csv,
    map,
    operator,
    write,
    invite,
    onWritten,
  })
  for (const fault of faults) say(fault)
  const lines = findings.map(({ kind, row, column, text }) => [kind, `${row}`, column, text])
  if (reportFile)
    writeFileSync(reportFile, byteOrderMark + [['kind', 'row', 'column', 'text'], ...lines].map(csvLine).join(''), { mode: 0o600 })
  for (const { kind, row, column, text } of findings.slice(0, shownFindings))
    say(`${kind.padEnd(7)}  row ${row}${column && `, ${column}`}: ${text}`)
  if (findings.length > shownFindings)
    say(`and ${counted(findings.length - shownFindings)} more: ${reportFile ? `all are in ${reportFile}` : '--report FILE writes all'}`)
  const problems = findings.filter(({ kind }) => kind === 'problem').length
  process.exitCode = faults.length + problems > 0 ? 1 : 0
  if (faults.length > 0) return
  say(`${counted(rows)} rows: ${counted(fresh)} new, ${counted(known)} here already, ${counted(changed)} here with other answers`)
  if (problems > 0) say(`${counted(problems)} problems: nothing was written`)
  else if (write)
    say(`${counted(written)} respondents were written${invite ? ', and green dots get their e-mail' : '; nobody was sent an e-mail'}`)
  else say('Nothing was written. With --write, all of it is.')
})
