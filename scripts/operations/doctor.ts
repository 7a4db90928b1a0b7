import { existsSync } from 'node:fs'
import { examine } from '../../server/src/doctor.ts'
import { readEnv } from '../../server/src/infra/env.ts'
import { openDatabase } from './database.ts'

// npm run doctor: examines everything the portal needs and says what to do. Changes nothing; exits with 1 if there is a fault.
const marks = { good: 'ok    ', advice: 'advice', fault: 'FAULT ' }
const env = readEnv(process.env)
if (!env.databaseUrl && !existsSync(env.dataDir)) throw new Error(`There is nothing in ${env.dataDir} yet: npm start makes a portal there.`)
const database = await openDatabase()
try {
  const findings = await examine({ ...env, databaseUrl: database.appUrl }, () => new Date())
  console.log(`${marks.good}  settings  read`)
  for (const { about, state, text } of findings) console.log(`${marks[state]}  ${about.padEnd(8)}  ${text}`)
  process.exitCode = findings.some(({ state }) => state === 'fault') ? 1 : 0
} finally {
  await database.close()
}
