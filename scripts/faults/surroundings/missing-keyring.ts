import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEncryption } from '@portico/server/infra/security/encryption'
import { sendCrowd } from '../clients.ts'
import { isReady, type Portal } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'

/** The file of keys is gone while the portal runs, another one lies there, and it comes back. */
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
      control: await onEmptyDatabase(portal),
    }
  },
}

async function refusal(portal: Portal): Promise<string> {
  const replica = await portal.startReplica({ wait: false })
  const code = await Promise.race([replica.ended, sleep(60_000).then(() => 'it is running')])
  await replica.end('SIGKILL')
  return code === 1 ? replica.log() : `ended with ${code}`
}

// A database that no keyring was used with has nothing to be protected: there any keyring is taken.
async function onEmptyDatabase(portal: Portal) {
  await portal.sql('create database unused')
  const keyring = `${portal.keyringFile}.unused`
  openEncryption(keyring, true)
  const named = (url = '') => Object.assign(new URL(url), { pathname: '/unused' }).href
  const env = {
    DATABASE_URL: named(portal.settings['DATABASE_URL']),
    DATABASE_MIGRATION_URL: named(portal.settings['DATABASE_MIGRATION_URL']),
    KEYRING_FILE: keyring,
  }
  const replica = await portal.startReplica({ env })
  const taken = await isReady(replica.origin)
  await replica.end('SIGKILL')
  return { seen: `where no keyring was used before, another one is ${taken ? 'taken' : 'refused'}`, shows: taken }
}
