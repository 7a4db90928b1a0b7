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

/** The keys of a keyring file. The last `seal` key wraps new keys; the others unwrap what they wrapped. */
export type Ring = z.output<typeof keyring>
/** `madeAt` is missing for keys created before it was recorded. */
export type SealKey = z.output<typeof sealKey>

/** Reads a keyring file. With `create`, a missing file is created; otherwise it must exist. */
export function readRing(file: string, create = false): Ring {
  return keyring.parse(JSON.parse(readOrCreate(file, create)))
}

function readOrCreate(file: string, create: boolean): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // A file that exists but cannot be read right now still holds the keys, so it is not replaced.
    if (!create || !hasCode(error, 'ENOENT'))
      throw new Error(`The keyring ${file} cannot be read. Restore it from its backup: without it, no stored answer can be read.`, {
        cause: error,
      })
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const ring = { seal: [newSealKey(new Date())], lookup: randomBytes(32), sign: randomBytes(32) }
  writeAtomically(file, ring, (temporaryFile) => {
    linkUnlessExists(temporaryFile, file)
    rmSync(temporaryFile, { force: true })
  })
  return readFileSync(file, 'utf8')
}

/** Returns a new wrapping key. */
export function newSealKey(now: Date): SealKey {
  return { id: randomBytes(4).toString('hex'), key: randomBytes(32), madeAt: now.toISOString() }
}

/**
 * Replaces the keys of a keyring file atomically, keeping its owner. Leaves no other file with keys behind, neither on failure nor from an
 * earlier interrupted run.
 */
export function replaceRing(file: string, ring: Ring): void {
  const { uid, gid } = statSync(file)
  writeAtomically(file, ring, (temporaryFile) => {
    chownSync(temporaryFile, uid, gid)
    renameSync(temporaryFile, file)
    removeTemporaryFiles(file)
  })
}

// A key that is removed must not remain in any file.
function removeTemporaryFiles(file: string): void {
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
  const prefix = `${basename(file)}.`
  const left = readdirSync(dirname(file)).filter((name) => name.startsWith(prefix) && uuid.test(name.slice(prefix.length)))
  for (const name of left) rmSync(join(dirname(file), name), { force: true })
}

/**
 * Writes the keys to a temporary file, has `place` put it where it belongs, and returns once both are flushed to disk: everything sealed
 * from now on needs them.
 */
function writeAtomically(file: string, ring: Ring, place: (temporaryFile: string) => void): void {
  const temporaryFile = `${file}.${randomUUID()}`
  try {
    writeFileSync(temporaryFile, serializeRing(ring), { mode: 0o600, flag: 'wx', flush: true })
    place(temporaryFile)
  } catch (error) {
    rmSync(temporaryFile, { force: true })
    throw error
  }
  syncFolder(dirname(file))
}

/**
 * Links a file to this name unless the name exists: then another server that started at the same moment was faster, and both use its keys.
 */
function linkUnlessExists(temporaryFile: string, file: string): void {
  try {
    linkSync(temporaryFile, file)
  } catch (error) {
    if (hasCode(error, 'EEXIST') || existsSync(file)) return
    // For file systems without hard links. A rename could replace a file that was created just now.
    writeFileSync(file, readFileSync(temporaryFile), { mode: 0o600, flag: 'wx', flush: true })
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Returns a value that changes whenever the file does; empty if it does not exist. */
export function fileVersion(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? [found.ino, found.size, found.mtimeMs].join(' ') : ''
}

function serializeRing({ seal, lookup, sign }: Ring): string {
  const text = (bytes: Buffer) => bytes.toString('base64')
  return JSON.stringify({ seal: seal.map((one) => ({ ...one, key: text(one.key) })), lookup: text(lookup), sign: text(sign) }, null, 2)
}
