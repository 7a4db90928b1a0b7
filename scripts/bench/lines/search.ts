import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openEncryption } from '@portico/server/infra/security/encryption'
import { compareTimes, timed, type Bench } from '../bench.ts'
import { signIn, type SignedIn } from '../client.ts'
import type { FilledPortal } from '../filled-portal.ts'
import { median } from '../load.ts'
import { contactAt } from '../seed.ts'
import { rowsOf } from './lists.ts'

const coldRuns = 3

/** Measures searches over HTTP: by e-mail, telephone number and id compared with the SQL of the lookup, by name as a duration. */
export async function run(bench: Bench): Promise<void> {
  const data = await bench.filled()
  const client = new pg.Client({ connectionString: data.databaseUrl })
  await client.connect()
  try {
    await lookups(bench, data, client)
    await names(bench, data)
  } finally {
    await client.end()
  }
}

async function lookups({ report }: Bench, data: FilledPortal, client: pg.Client): Promise<void> {
  const encryption = openEncryption(`${data.dataDir}/keyring.json`, false)
  const { email, phoneNumber } = contactAt(Math.floor(data.respondents / 2))
  const { rows } = await client.query('select anonymous_id from respondent order by id offset $1 limit 1', [
    Math.floor(data.respondents / 3),
  ])
  const anonymousId = String(rows[0].anonymous_id)
  const lines = [
    ['e-mail', email, 'email_hash = $1', encryption.lookupHash('email', email)],
    ['telephone number', phoneNumber, 'phone_hash = $1', encryption.lookupHash('phone', phoneNumber.slice(1))],
    ['the beginning of an id', anonymousId.slice(0, 9), 'anonymous_id like $1', `${anonymousId.slice(0, 9)}%`],
  ] as const
  const portal = await data.start()
  try {
    const search = searcher(await signIn(portal.origin))
    for (const [what, query, condition, value] of lines) {
      const { ours, theirs, ratio } = await compareTimes(
        () => search(query),
        async () => {
          const found = await client.query(`select id from respondent where ${condition} order by id desc`, [value])
          await rowsOf(
            client,
            found.rows.map((row) => row.id),
          )
        },
      )
      const measured = `${ours.toFixed(1)} ms; its SQL alone ${theirs.toFixed(1)} ms`
      report({ what: `search of ${data.respondents.toLocaleString('en')} by ${what}`, measured, figure: ratio, bar: 3, aim: 1.5 })
    }
  } finally {
    await portal.stop()
  }
}

// Decrypted contacts are cached per process, so only a new process measures the first search.
async function names({ report }: Bench, { searched, start }: FilledPortal): Promise<void> {
  const first: number[] = []
  const warm: number[] = []
  for (let time = 0; time < coldRuns; time += 1) {
    const portal = await start()
    try {
      const call = await signIn(portal.origin)
      const search = searcher(call, searched.name)
      // The first request of a process is not measured either: a person opens the list, and takes at least a second to type a name.
      await call('responses/getAllResponses', { name: searched.name })
      await delay(1_000)
      first.push(await timed(() => search('okonkwo')))
      for (let again = 0; again < 40; again += 1) warm.push(await timed(() => search('okonkwo')))
    } finally {
      await portal.stop()
    }
  }
  const what = `search of ${searched.respondents.toLocaleString('en')} by name`
  report({ what: `${what}, warm`, measured: 'median', figure: median(warm), unit: 'ms', bar: 10, aim: 5 })
  report({ what: `${what}, first time`, measured: 'median of new processes', figure: median(first), unit: 'ms', bar: 300, aim: 150 })
}

function searcher(call: SignedIn, name?: string) {
  return async (query: string) => {
    const { meta } = (await call('responses/getAllResponses', { name, filter: { query } })) as { meta: { count: number } }
    if (meta.count === 0 && !query.includes('@')) throw new Error(`Nothing is found for ${query}`)
  }
}
