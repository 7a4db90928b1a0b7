import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sendCrowd } from '../clients.ts'
import { root, type Portal } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'

const preload = fileURLToPath(new URL('../preload/move-clock.ts', import.meta.url))

/** The clock of one of two replicas is three minutes ahead, then three behind. */
export const movedClock: Scenario = {
  name: 'the clock of one replica is 3 minutes off',
  async run(portal, share) {
    const faults: string[] = []
    const seen: string[] = []
    const minute = 60_000
    for (const ahead of [3 * minute, -3 * minute]) {
      await moveSecond(portal, ahead)
      const crowd = await sendCrowd(portal, { clients: 20 })
      await sleep(Math.max(3, 6 * share) * 1_000)
      await crowd.leave()
      faults.push(...(await faultsOf(portal, crowd)), ...(await sessionFaults(portal)))
      seen.push(figuresOf(crowd))
    }
    await sleep(4_000)
    const copies = [...portal.mail.taken.values()].filter((times) => times > 1).length
    await moveSecond(portal, 15 * minute)
    const far = await sessionFaults(portal)
    return {
      seen: `${seen.join('; ')}; sessions of either hold at the other; ${portal.mail.taken.size} e-mails, ${copies} twice`,
      faults: [...faults, ...unless(copies === 0, `${copies} e-mails came twice`)],
      control: { seen: `15 minutes off: ${far[0] ?? 'nothing'}`, shows: far.length > 0 },
    }
  },
}

async function moveSecond(portal: Portal, ahead: number): Promise<void> {
  await portal.replaceReplica(1, { preload, env: { FAULTS_CLOCK_MS: String(ahead) } })
}

// A session started at one replica must be valid at the other.
async function sessionFaults({ replicas }: Portal): Promise<string[]> {
  const faults: string[] = []
  for (const [from, to] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const signedIn = await post(`${replicas[from]?.origin}/api/auth/login/local`, root)
    const { accessToken } = (await signedIn.json()) as { accessToken: string }
    const cookie = signedIn.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ')
    const profile = await post(`${replicas[to]?.origin}/api/getMyProfile`, {}, { authorization: `Bearer ${accessToken}` })
    const refreshed = await post(`${replicas[to]?.origin}/api/auth/tokens/refresh`, {}, { cookie })
    const outcome = (await refreshed.json()) as { accessToken?: string }
    faults.push(...unless(profile.status === 200, 'a token of one replica is refused by the other'))
    faults.push(...unless(Boolean(outcome.accessToken), 'a session of one replica ends at the other'))
  }
  return faults
}

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
}
