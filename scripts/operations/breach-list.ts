import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { listAffected } from '../../server/src/features/privacy/breach-list.ts'
import { byteOrderMark, csvLine } from '../../server/src/spreadsheets/csv-writer.ts'
import { withServices } from './with-services.ts'

// npm run breach-list -- FILE [--workshop NAME] [--account E-MAIL] [--from TIME] [--to TIME]
// Writes whom to notify of a breach (shared/spec/operating.md#a-breach) to a CSV file that only its owner can read.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { workshop: { type: 'string' }, account: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
})
const [file] = positionals
if (!file)
  throw new Error('Say where the list goes: npm run breach-list -- FILE [--workshop NAME] [--account E-MAIL] [--from TIME] [--to TIME]')
const [from, to] = [values.from, values.to].map((time) => {
  if (time !== undefined && Number.isNaN(Date.parse(time))) throw new Error(`${time} is no time: write one like 2026-11-21T08:00:00Z`)
  return time === undefined ? undefined : new Date(time)
})
await withServices(async (services) => {
  const breach = { workshopName: values.workshop, account: values.account, from, to }
  const { people, unnamed, changed, unsigned } = await listAffected(services, breach)
  const lines = people.map((one) => [one.anonymousId, one.fullName, one.email ?? '', one.phoneNumber ?? '', one.language, one.workshop])
  const head = ['anonymousId', 'fullName', 'email', 'phoneNumber', 'language', 'workshop']
  writeFileSync(file, byteOrderMark + [head, ...lines].map(csvLine).join(''), { mode: 0o600, flag: 'wx' })
  console.log(`portico  ${people.length} people are in ${file}. Delete it when they have been told.`)
  if (unnamed > 0)
    console.log(
      `portico  ${unnamed} entries of the audit trail do not name everyone they were about: others may be affected, so name the workshop instead`,
    )
  if (changed > 0)
    console.log(
      `portico  ${changed} entries of the audit trail were changed, and the list does not rely on them: others may be affected, so name the workshop instead, and run npm run audit:verify`,
    )
  if (unsigned > 0)
    console.log(
      `portico  ${unsigned} entries of the audit trail have no signature: they are from before signatures were introduced, or somebody changed or added them, so run npm run audit:verify, which tells these apart, and if it reports any, name the workshop instead`,
    )
})
