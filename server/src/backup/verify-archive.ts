import { createHash, type Hash } from 'node:crypto'
import { knownMigrations } from '../infra/postgres/orm.ts'
import type { Encryption } from '../infra/security/encryption.ts'
import type { Frame } from './archive.ts'
import { header, isSigned, signedManifest, tableFrame, type Manifest } from './contents.ts'

/**
 * Reads a whole archive, and returns its manifest if this version and keyring can restore it, the keyring signed it, and its rows match the
 * signature. Anyone can encrypt an archive for a public key, so nothing in it may be acted on before this check. Throws errors that say
 * what to do.
 */
export async function verifyArchive(frames: AsyncIterable<Frame>, encryption: Encryption): Promise<Manifest> {
  const read = await readAll(frames, encryption)
  const end = signedManifest.safeParse(read.end)
  if (!end.success || !isSigned(encryption, end.data.manifest, end.data.signature))
    throw new Error('This backup was not signed with this keyring, or it is not whole: name the keyring of its portal in KEYRING_FILE.')
  const { manifest } = end.data
  const signed = manifest.contents.map(({ table, sha256 }) => `${table} ${sha256}`)
  const found = read.tables.map(({ name, hash }) => `${name} ${hash.digest('hex')}`)
  if (signed.join() !== found.join() || manifest.tables.some(({ name }, at) => name !== manifest.contents[at]?.table))
    throw new Error('The rows of this backup are not those that were signed: take another backup.')
  return manifest
}

async function readAll(frames: AsyncIterable<Frame>, encryption: Encryption) {
  const tables: { readonly name: string; readonly hash: Hash }[] = []
  let hasHeader = false
  let end: unknown
  for await (const frame of frames) {
    const json = 'json' in frame ? frame.json : undefined
    if (!hasHeader) refuseUnlessReadable(json, encryption)
    const named = hasHeader ? tableFrame.safeParse(json) : undefined
    hasHeader = true
    if ('data' in frame) tables.at(-1)?.hash.update(frame.data)
    else if (named?.success) tables.push({ name: named.data.table, hash: createHash('sha256') })
    else end = json
  }
  return { tables, end }
}

// The header is not authenticated yet, so it is only used to explain what is wrong.
function refuseUnlessReadable(json: unknown, encryption: Encryption): void {
  const read = header.safeParse(json)
  if (!read.success) throw new Error('This is no backup that this version can read: restore it with the version that made it.')
  const known = new Set(knownMigrations())
  const unknown = read.data.migrations.filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`This backup is of a newer version, with ${unknown.join(', ')}: restore it with that version.`)
  const missing = read.data.keyIds.filter((id) => !encryption.keyProofs.has(id))
  if (missing.length > 0)
    throw new Error(
      `The keyring has no key ${missing.join(', ')}, which this backup needs: name the keyring of its time, or one since then, in KEYRING_FILE.`,
    )
}
