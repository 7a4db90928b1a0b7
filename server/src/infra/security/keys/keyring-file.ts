import { randomBytes, randomUUID } from 'node:crypto'
import { chownSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { syncFolder } from '../../files/sync-folder.ts'

const key = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === 32, 'A key has 32 bytes')
const sealKey = z.object({ id: z.string().min(1), key, madeAt: z.iso.datetime().optional() })
const keyring = z.object({ seal: z.array(sealKey).min(1), lookup: key, sign: key })

/** The keys of a keyring file. The last `seal` key wraps what is new; the others open what they wrapped. */
export type Ring = z.output<typeof keyring>
/** `madeAt` is not there for keys from before it was noted. */
export type SealKey = z.output<typeof sealKey>

/** Reads a keyring file. With `create`, a missing file is made; otherwise it must be there. */
export function readRing(file: string, create = false): Ring {
  return keyring.parse(JSON.parse(readOrMake(file, create)))
}

function readOrMake(file: string, create: boolean): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // One that is there and cannot be read now holds the keys all the same.
    if (!create || !hasCode(error, 'ENOENT'))
      throw new Error(`The keyring ${file} cannot be read. Restore it from its backup: without it, no stored answer can be read.`, {
        cause: error,
      })
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const ring = { seal: [newSealKey(new Date())], lookup: randomBytes(32), sign: randomBytes(32) }
  writeWhole(file, ring, (fresh) => {
    placeOnce(fresh, file)
    rmSync(fresh, { force: true })
  })
  return readFileSync(file, 'utf8')
}

/** A new key that wraps others. */
export function newSealKey(now: Date): SealKey {
  return { id: randomBytes(4).toString('hex'), key: randomBytes(32), madeAt: now.toISOString() }
}

/** Puts other keys into a keyring file, at once and whole, for the same owner. No other file with keys is left, neither where it fails nor by an earlier run that was ended. */
export function replaceRing(file: string, ring: Ring): void {
  const { uid, gid } = statSync(file)
  writeWhole(file, ring, (fresh) => {
    chownSync(fresh, uid, gid)
    renameSync(fresh, file)
    removeUnplaced(file)
  })
}

// A key that is taken out must be nowhere.
function removeUnplaced(file: string): void {
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
  const prefix = `${basename(file)}.`
  const left = readdirSync(dirname(file)).filter((name) => name.startsWith(prefix) && uuid.test(name.slice(prefix.length)))
  for (const name of left) rmSync(join(dirname(file), name), { force: true })
}

/** Has `place` put a file with these keys where it belongs, and ends when the disk has both: what is sealed from now on needs them. */
function writeWhole(file: string, ring: Ring, place: (fresh: string) => void): void {
  const fresh = `${file}.${randomUUID()}`
  try {
    writeFileSync(fresh, written(ring), { mode: 0o600, flag: 'wx', flush: true })
    place(fresh)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
  syncFolder(dirname(file))
}

/** Gives a file this name, unless there is one: another server that starts at the same moment was quicker, and both use its keys. */
function placeOnce(fresh: string, file: string): void {
  try {
    linkSync(fresh, file)
  } catch (error) {
    if (hasCode(error, 'EEXIST') || existsSync(file)) return
    // On a file system without links. A file that is renamed would replace one that has just been made.
    writeFileSync(file, readFileSync(fresh), { mode: 0o600, flag: 'wx', flush: true })
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** What tells one state of a file from the next; empty when it is not there. */
export function stateOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? [found.ino, found.size, found.mtimeMs].join(' ') : ''
}

function written({ seal, lookup, sign }: Ring): string {
  const text = (bytes: Buffer) => bytes.toString('base64')
  return JSON.stringify({ seal: seal.map((one) => ({ ...one, key: text(one.key) })), lookup: text(lookup), sign: text(sign) }, null, 2)
}
