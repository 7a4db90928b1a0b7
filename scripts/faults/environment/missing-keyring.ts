import { changed } from '../change.ts'
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEncryption } from '@portico/server/infra/security/encryption'
import { sendCrowd } from '../clients.ts'
import { isReady, type Portal } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'

const withoutCheck = [
  changed('infra/security/keyring.ts', 'if (faults.length === 0) return encryption', 'if (faults.length >= 0) return encryption'),
]

/** The keyring file disappears while the portal runs, is replaced by another one, and returns. */
export const missingKeyring: Scenario = {
  name: 'the keyring file is gone, then another one, then back',
  async run(portal) {
    const away = `${portal.keyringFile}.away`
    const crowd = await sendCrowd(portal, { clients: 20 })
    await rename(portal.keyringFile, away)
    await sleep(2_000)
    const ready = await Promise.all(portal.replicas.map(({ origin }) => isReady(origin)))
    const without = await refusal(portal)
    const made = existsSync(portal.keyringFile)
    openEncryption(portal.keyringFile, true)
    const other = await refusal(portal)
    await rename(away, portal.keyringFile)
    await portal.replaceReplica(1)
    await sleep(1_000)
    await crowd.leave()
    return {
      seen: `${figuresOf(crowd)}; running replicas go on; a start without it and one with another end with a sentence`,
      faults: [
        ...(await faultsOf(portal, crowd)),
        ...unless(ready.every(Boolean), 'a running replica is not ready without the file'),
        ...unless(/keyring/i.test(without), `a start without the file said: ${without.slice(-200)}`),
        ...unless(/not the one that this database was used with/.test(other), `a start with another one said: ${other.slice(-200)}`),
        ...unless(!made, 'a start made a keyring of its own'),
      ],
      control: await runControl(portal),
    }
  },
}

async function refusal(portal: Portal): Promise<string> {
  const replica = await portal.startReplica({ wait: false })
  const code = await Promise.race([replica.ended, sleep(60_000).then(() => 'it is running')])
  await replica.end('SIGKILL')
  return code === 1 ? replica.log() : `ended with ${code}`
}

// Without the check that the keyring belongs to the database, stored data cannot be read, and new data cannot be read by other replicas.
async function runControl(portal: Portal) {
  const keyring = `${portal.keyringFile}.other`
  openEncryption(keyring, true)
  const replica = await portal.startReplica({ changes: withoutCheck, env: { KEYRING_FILE: keyring } })
  const heard = await portal.callAt(replica, 'responses/getAllResponses', {}).then(
    () => 'shown',
    () => 'not to be shown',
  )
  await replica.end('SIGKILL')
  return {
    seen: `where nobody asks, a start with another keyring is ready, and the people are ${heard}`,
    shows: heard === 'not to be shown',
  }
}
