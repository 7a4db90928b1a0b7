import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { backupName } from '../../server/src/backup/backup-folder.ts'
import { takeBackup } from '../../server/src/backup/take-backup.ts'
import { recordRun } from '../../server/src/infra/metrics/operation-runs.ts'
import { readEnv } from '../../server/src/infra/env.ts'
import { openEncryption } from '../../server/src/infra/security/encryption.ts'
import { openDatabase } from './database.ts'

// npm run backup -- FILE|DIR           writes an encrypted backup (shared/spec/operating.md#backups)
// npm run backup -- --make-key FILE    creates the key that decrypts backups, and prints the value of BACKUP_RECIPIENT
const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'make-key': { type: 'string' } } })
if (values['make-key']) await makeKey(resolve(values['make-key']))
else await backUp(positionals[0])

async function makeKey(file: string): Promise<void> {
  const identity = await generateIdentity()
  writeFileSync(file, `${identity}\n`, { mode: 0o600, flag: 'wx' })
  console.log(`portico  ${file} opens backups. Keep it apart from the portal, from the backups and from the keyring. For the portal:`)
  console.log(`BACKUP_RECIPIENT=${await identityToRecipient(identity)}`)
}

async function backUp(place: string | undefined): Promise<void> {
  if (!place) throw new Error('Say where the backup goes: npm run backup -- FILE, or a folder')
  const { keyringFile, backupRecipients: recipients } = readEnv(process.env)
  if (recipients.length === 0)
    throw new Error('BACKUP_RECIPIENT is not set: npm run backup -- --make-key FILE makes a key and says what to write.')
  const now = new Date()
  const isFolder = existsSync(place) && statSync(place).isDirectory()
  const file = resolve(isFolder ? join(place, backupName(now)) : place)
  if (existsSync(file)) throw new Error(`${file} is there already: write another name, or a folder.`)
  const encryption = openEncryption(keyringFile, false)
  const database = await openDatabase()
  try {
    const { contents } = await takeBackup({ databaseUrl: database.url, file, recipients, encryption, now })
    await recordRun(database.url, 'backup', 0).catch(() =>
      console.log('portico  it is not noted for the metrics: this version has not been started yet'),
    )
    const rows = contents.reduce((sum, one) => sum + one.rows, 0)
    const [megabytes, seconds] = [statSync(file).size / 1e6, (Date.now() - now.getTime()) / 1_000].map((figure) => figure.toFixed(1))
    console.log(`portico  ${file} has ${rows} rows of ${contents.length} tables: ${megabytes} MB in ${seconds} s`)
    console.log(`portico  ${keyringFile} is not in it, and nothing can be read without it: keep a copy of it elsewhere`)
  } finally {
    await database.close()
  }
}
