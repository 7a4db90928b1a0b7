import pg from 'pg'
import { compareTimes, type Bench } from '../bench.ts'
import { signIn, type SignedIn } from '../client.ts'

const size = 10
const columns = `r.id, r.anonymous_id, r.submitted_at, r.questionnaire_id, r.language, w.name, r.agency_id, a.name, r.initial_flag, r.current_flag,
  r.initial_reds, r.current_reds, r.forced_flag, r.checked_in_at, r.must_telephone, r.key_id, r.wrapped_key, r.sealed_contact`

/** Reads what every list shows of these respondents over a `pg` connection: their rows, claims, invitations and calls. */
export async function rowsOf(client: pg.Client, ids: readonly number[]) {
  const text = `select ${columns} from respondent r join workshop w on w.id = r.workshop_id left join agency a on a.id = r.agency_id
    where r.id = any($1) order by r.id desc`
  await client.query(text, [ids])
  await client.query('select c.*, a.name from case_claim c join account a on a.id = c.account_id where respondent_id = any($1)', [ids])
  await client.query(`select respondent_id, sent_at from message where respondent_id = any($1) and kind = 'invitation'`, [ids])
  await client.query(
    'select distinct on (respondent_id) * from telephone_call where respondent_id = any($1) order by respondent_id, id desc',
    [ids],
  )
}

/** Compares pages of lists over HTTP, decrypted and audited, with the SQL that a page requires. */
export async function run({ report, filled }: Bench): Promise<void> {
  const data = await filled()
  const portal = await data.start()
  const client = new pg.Client({ connectionString: data.databaseUrl })
  await client.connect()
  try {
    const call = await signIn(portal.origin)
    const { meta } = (await call('responses/getAllResponses')) as { meta: { count: number } }
    const pages = [
      ['first page', 0],
      ['page 1,000', 9_990],
      ['middle page', Math.floor(meta.count / 2 / size) * size],
      ['last page', meta.count - size],
    ] as const
    const lines = [
      ...pages.map(([what, offset]) => ({ what, portico: page(call, offset), alone: sqlPage(client, '', offset, meta.count) })),
      {
        what: 'first page of an old workshop',
        portico: page(call, 0, data.searched.name),
        alone: sqlPage(client, workshopScope, 0, meta.count),
      },
      { what: 'first page of an agency', portico: agencyPage(call), alone: sqlPage(client, agencyScope, 0, meta.count) },
    ]
    for (const { what, portico, alone } of lines) {
      const { ours, theirs, ratio } = await compareTimes(portico, alone)
      const measured = `${ours.toFixed(1)} ms; its SQL alone ${theirs.toFixed(1)} ms`
      report({ what: `list of ${data.respondents.toLocaleString('en')}, ${what}`, measured, figure: ratio, bar: 2, aim: 1.3 })
    }
  } finally {
    await client.end()
    await portal.stop()
  }
}

function page(call: SignedIn, offset: number, name?: string) {
  return () => call('responses/getAllResponses', { name, pagination: { offset, count: size } })
}

function agencyPage(call: SignedIn) {
  return () =>
    call('agency/getAssignedRespondents', { agencyId: 1, pagination: { offset: 0, count: size }, includeGreen: false, includeRed: false })
}

// Inserted after the seed data, whose respondents are therefore the furthest from the newest.
const workshopScope = 'where workshop_id = 2'
const agencyScope = `where agency_id = 1 and flag = 'in-progress'`

// Pages in the far half are read from the other end, as anyone would who knows the count.
function sqlPage(client: pg.Client, scope: string, offset: number, count: number) {
  const fromEnd = offset > count / 2
  const order = fromEnd ? 'asc' : 'desc'
  const skipped = fromEnd ? count - offset - size : offset
  return async () => {
    await client.query(`select sum(respondents) from respondent_count ${scope}`)
    const where = scope.replace(' flag ', ' current_flag ')
    const { rows } = await client.query(`select id from respondent ${where} order by id ${order} limit $1 offset $2`, [size, skipped])
    await rowsOf(
      client,
      rows.map((row) => row.id),
    )
  }
}
