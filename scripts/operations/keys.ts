import { readEnv } from '../../server/src/infra/env.ts'
import { inTransaction } from '../../server/src/infra/postgres/transaction.ts'
import type { Services } from '../../server/src/infra/request-context.ts'
import { changeKeyring } from '../../server/src/infra/security/keys/change-keyring.ts'
import { prepareKey, retireKeys, rotateKeys } from '../../server/src/infra/security/keys/key-rotation.ts'
import { keyUses } from '../../server/src/infra/security/keyring.ts'
import { withServices } from './with-services.ts'

// npm run keys               says how many rows are sealed under each `seal` key of the keyring; writes nothing
// npm run keys -- prepare    adds a key to the file without using it yet, for replicas with separate files
// npm run keys -- rotate     makes a new or the prepared key the newest, and rewraps everything under it while the portal runs
// npm run keys -- retire     removes keys from the file that wrap nothing and that no backup needs (shared/spec/operating.md#rotation)
const commands = { list, prepare, rotate, retire }
const name = process.argv[2] ?? 'list'
const { keyringFile, backupKeepDays } = readEnv(process.env)
const isCommand = (text: string): text is keyof typeof commands => text in commands
if (!isCommand(name)) throw new Error(`There is no ${name}: npm run keys, and then nothing, prepare, rotate or retire`)
await withServices(commands[name])

async function list({ orm, encryption }: Services): Promise<void> {
  const uses = await keyUses(orm)
  const held = [...encryption.keyProofs.keys()].filter((id) => id !== 'lookup')
  for (const id of new Set([...held, ...uses.keys()])) {
    const tables = uses.get(id) ?? []
    const found = tables.length > 0 ? tables.map(({ table, rows }) => `${rows} of ${table}`).join(', ') : 'nothing'
    const state = id === encryption.newestKeyId ? ' (seals what is new)' : ''
    console.log(`${id}${state}: ${found}${held.includes(id) ? '' : '; this keyring does not have it'}`)
  }
}

async function prepare(services: Services): Promise<void> {
  await changeKeyring(services, keyringFile, (ring) => ({ ring: prepareKey(ring, new Date()) }))
  say(`${keyringFile} has a key more. Give every replica this file, then: npm run keys -- rotate`)
}

async function rotate(services: Services): Promise<void> {
  const { ring } = await changeKeyring(services, keyringFile, (before, used) => ({ ring: rotateKeys(before, used, new Date()) }))
  await inTransaction(services, 'rotate', ({ em }) => services.queue.send(em, 'rewrap-keys', [{}]))
  say(`${ring.seal.at(-1)?.id} seals what is new. The running portal wraps everything else under it: npm run keys says what is left.`)
  say(`Make a new copy of ${keyringFile} now: without it, what comes in from here on cannot be read.`)
}

async function retire(services: Services): Promise<void> {
  const { gone, early } = await changeKeyring(services, keyringFile, async (ring, used) => {
    const inUse = new Set((await keyUses(services.orm)).keys())
    return retireKeys(ring, { inUse, used, keepDays: backupKeepDays, now: new Date() })
  })
  say(gone.length > 0 ? `${gone.join(', ')} are out of ${keyringFile}` : 'there is no key that may go')
  for (const id of early) say(`${id} wraps nothing any more, but backups of the last ${backupKeepDays} days need it`)
}

function say(line: string): void {
  console.log(`portico  ${line}`)
}
