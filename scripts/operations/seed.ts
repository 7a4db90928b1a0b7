import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Portico } from '../../shared/src/client/portico.ts'
import type { AppRouter } from '../../server/src/api/root.ts'
import { applyConfiguration } from '../../server/src/seed/apply-configuration.ts'

// PORTICO_EMAIL=… PORTICO_PASSWORD=… npm run seed -- FILE.json [ORIGIN]
// Configures a running portal as described in the file, signed in as an admin; a second run changes nothing.
const [file, origin = 'http://127.0.0.1:3000'] = process.argv.slice(2)
const { PORTICO_EMAIL: email, PORTICO_PASSWORD: password } = process.env
if (!file || !email || !password)
  throw new Error('Write PORTICO_EMAIL and PORTICO_PASSWORD of an admin, and name the file: npm run seed -- configuration.json')
const options = { origin, fetch, wait: (ms: number) => wait<void>(ms) }
const { accessToken } = await new Portico<AppRouter>(options).call('auth/login/local', { email, password })
const done = await applyConfiguration(new Portico<AppRouter>({ ...options, token: accessToken }), JSON.parse(readFileSync(file, 'utf8')))
for (const line of done) console.log(`portico  ${line}`)
console.log(done.length === 0 ? 'portico  everything is so already' : `portico  ${done.length} done`)
