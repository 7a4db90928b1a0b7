import { changed } from '../change.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { recoveryAfter, sendCrowd } from '../clients.ts'
import { root, type Replica } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'

const requests = 60
// A server effectively without database timeouts.
const withoutTimeouts = [
  changed('main.ts', 'const [connectMs, queryMs] = [8_000, 15_000]', 'const [connectMs, queryMs] = [600_000, 600_000]'),
]

/** A lock on the respondents is held until every connection of every pool waits for it. */
export const exhaustedPool: Scenario = {
  name: 'every connection of the pools is taken for 25 s',
  async run(portal) {
    const crowd = await sendCrowd(portal, { clients: 20 })
    await sleep(1_500)
    const waiting = await portal.startReplica({ changes: withoutTimeouts })
    const ownToken = await signIn(waiting.origin)
    const tokens = await Promise.all(portal.replicas.map(({ origin }) => signIn(origin)))
    const holder = new pg.Client({ connectionString: portal.databaseUrl('portico') })
    await holder.connect()
    await holder.query('begin; lock table respondent in access exclusive mode')
    const asked = Array.from({ length: requests }, (_, index) => askForList(portal.replicas[index % 2], tokens[index % 2]))
    const heard = Promise.race([askForList(waiting, ownToken), sleep(24_000).then(() => 'nothing')])
    await sleep(12_000)
    const live = await Promise.all(
      portal.replicas.map(({ origin }) =>
        fetch(`${origin}/health/live`).then(
          ({ status }) => status,
          () => 0,
        ),
      ),
    )
    await sleep(13_000)
    await holder.query('commit')
    await holder.end()
    const over = performance.now()
    const answerWithoutTimeouts = await heard
    await waiting.end('SIGKILL')
    const statuses = await Promise.all(asked)
    await sleep(11_000)
    await crowd.leave()
    const took = recoveryAfter(crowd, over)
    const wrong = statuses.filter((status) => status !== '200' && status !== '503 after 2')
    return {
      seen: `${figuresOf(crowd)}, ${statuses.filter((status) => status !== '200').length} of ${requests} others 503, next answer ${took.toFixed(1)} s after the lock`,
      faults: [
        ...(await faultsOf(portal, crowd)),
        ...unless(took <= 10, `it took ${took.toFixed(1)} s to go on`),
        ...unless(wrong.length === 0, `${wrong.length} were answered like ${wrong[0]}`),
        ...unless(
          live.every((status) => status === 200),
          `/health/live said ${live.join(', ')}`,
        ),
      ],
      control: {
        seen: `a server without time limits answered ${answerWithoutTimeouts} in 24 s`,
        shows: answerWithoutTimeouts === 'nothing',
      },
    }
  },
}

async function signIn(origin: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/api/auth/login/local`, { method: 'POST', headers, body: JSON.stringify(root) })
  return ((await answer.json()) as { accessToken: string }).accessToken
}

async function askForList(replica: Replica | undefined, token = ''): Promise<string> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`${replica?.origin}/api/responses/getAllResponses`, { method: 'POST', headers, body: '{}' })
  await answer.arrayBuffer()
  return answer.status === 200 ? '200' : `${answer.status} after ${answer.headers.get('retry-after')}`
}
