import { changed } from '../change.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendCrowd, slowest95 } from '../clients.ts'
import { memoryOf, type Portal } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'

// Passwords are hashed immediately, without a queue.
const withoutQueue = [
  changed(
    'infra/security/turns/fair-queue.ts',
    'if (this.#running >= this.#maxRunning) await this.#wait(turn)',
    'if (!turn) await this.#wait(turn)',
  ),
]

/** 300 strangers sign in repeatedly from many addresses while respondents submit. */
export const loginFlood: Scenario = {
  name: 'a flood of sign-ins beside submissions',
  async run(portal, share) {
    const queued = await flood(portal, 12 * share)
    await portal.replaceAll({ changes: withoutQueue })
    const atOnce = await flood(portal, 12 * share)
    const memory = (one: typeof queued) => `${one.memory} MB`
    return {
      seen: `${queued.attempts} sign-ins answered (${queued.answers}), submissions ${queued.slow} ms, ${memory(queued)}; ${figuresOf(queued.crowd)}`,
      faults: [
        ...(await faultsOf(portal, queued.crowd)),
        ...unless(queued.slow < 2_000, `submissions took ${queued.slow} ms`),
        ...unless(!/ 5\d\d/.test(queued.answers), `sign-ins were answered ${queued.answers}`),
      ],
      control: {
        seen: `all hashed at once: submissions ${atOnce.slow} ms, ${memory(atOnce)}`,
        shows: atOnce.slow > 1.3 * queued.slow || atOnce.memory > 1.5 * queued.memory,
      },
    }
  },
}

async function flood(portal: Portal, seconds: number) {
  const crowd = await sendCrowd(portal, { clients: 15 })
  const answers = new Map<number, number>()
  const until = Date.now() + Math.max(6, seconds) * 1_000
  const [began, pids] = [performance.now(), portal.replicas.map(({ pid }) => pid)]
  let memory = 0
  const watching = (async () => {
    for (; Date.now() < until; await sleep(500)) for (const pid of pids) memory = Math.max(memory, await memoryOf(pid))
  })()
  await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      while (Date.now() < until) {
        const status = await signIn(portal.replicas[index % 2]?.origin ?? '', index)
        answers.set(status, (answers.get(status) ?? 0) + 1)
        if (status !== 401) await sleep(300)
      }
    }),
  )
  await watching
  await crowd.leave()
  const attempts = [...answers.values()].reduce((sum, times) => sum + times, 0)
  const said = [...answers].map(([status, times]) => `${times} × ${status}`).join(', ')
  return { crowd, attempts, answers: said, slow: slowest95(crowd, began), memory }
}

async function signIn(origin: string, index: number): Promise<number> {
  const email = `stranger${Math.floor(Math.random() * 1e6)}@faults.example`
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.250.${index % 250}.${Math.floor(Math.random() * 250)}` }
  const body = JSON.stringify({ email, password: 'a guess' })
  return fetch(`${origin}/api/auth/login/local`, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )
}
