import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodiesToSend } from '../../bench/load.ts'
import { recoveryAfter, sendCrowd } from '../clients.ts'
import type { Portal } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'

/** A replica is repeatedly killed under 50 clients, and restarted as a supervisor would. */
export const killedServers: Scenario = {
  name: 'a server is killed 20 times under 50 clients',
  async run(portal, share) {
    const kills = Math.max(2, Math.round(20 * share))
    const crowd = await sendCrowd(portal, { clients: 50 })
    await sleep(1_000)
    const killed: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      killed.push(performance.now())
      await portal.replaceReplica(kill % 2)
      await sleep(500)
    }
    await crowd.leave()
    const slowest = Math.max(...killed.map((moment) => recoveryAfter(crowd, moment)))
    return {
      seen: `${kills} kills, ${figuresOf(crowd)}, ${crowd.cut} answers cut, next answer after ${slowest.toFixed(1)} s at most`,
      faults: [...(await faultsOf(portal, crowd)), ...unless(slowest <= 10, `it took ${slowest.toFixed(1)} s to go on`)],
      control: await withoutKeys(portal),
    }
  },
}

// A client without a response sends again: with a key the submission is stored once, without one twice.
async function withoutKeys(portal: Portal) {
  const twice = { with: await countDuplicates(portal, true), without: await countDuplicates(portal, false) }
  return {
    seen: `of 20 answers that were not heard ${twice.without} are there twice without a key, ${twice.with} with one`,
    shows: twice.without > 0 && twice.with === 0,
  }
}

async function countDuplicates(portal: Portal, withKey: boolean): Promise<number> {
  const [body = ''] = await bodiesToSend()
  const mark = randomUUID()
  const { port } = new URL(portal.replicas[0]?.origin ?? '')
  for (let index = 0; index < 20; index += 1) {
    const email = `${mark}.${index}@faults.example`
    const text = body.replace(/"[^"@]*@portico\.example"/, JSON.stringify(email))
    const key = withKey ? `idempotency-key: ${randomUUID()}\r\n` : ''
    const head = `POST /api/responses/addNewQuestionnaireResponse HTTP/1.1\r\nhost: faults\r\ncontent-type: application/json\r\nx-forwarded-for: 10.1.1.${index}\r\n`
    for (let time = 0; time < 2; time += 1)
      await sendAndDisconnect(Number(port), `${head}${key}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  await sleep(1_000)
  const hashes = await portal.sql<{ many: number }>(
    `select count(*)::integer as many from respondent where submitted_at > now() - interval '60 seconds' and email_hash is not null
     group by email_hash having count(*) > 1`,
  )
  return hashes.length
}

function sendAndDisconnect(port: number, request: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(request)
      setTimeout(() => resolve(void socket.destroy()), 40)
    })
    socket.on('error', () => resolve())
  })
}
