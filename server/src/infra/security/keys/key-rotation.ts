import { newSealKey, type Ring } from './keyring-file.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** Returns the ring with an additional key before the newest, which wraps nothing until `rotateKeys` makes it the newest. */
export function prepareKey(ring: Ring, now: Date): Ring {
  return { ...ring, seal: [...ring.seal.slice(0, -1), newSealKey(now), ...ring.seal.slice(-1)] }
}

/**
 * Returns the ring with a new newest key: a prepared one, which no database has used, or a generated one. `used`: the ids of keys that
 * databases have used.
 */
export function rotateKeys(ring: Ring, used: ReadonlySet<string>, now: Date): Ring {
  const waiting = ring.seal.slice(0, -1).find(({ id }) => !used.has(id))
  const newest = waiting ? { ...waiting, madeAt: now.toISOString() } : newSealKey(now)
  return { ...ring, seal: [...ring.seal.filter((one) => one !== waiting), newest] }
}

/**
 * Returns the ring without the keys that wrap nothing (not in `inUse`) and that no backup needs: their successor is older than `keepDays`.
 * Keys that only backups need are `early`. If none goes, the ring is the same.
 */
export function retireKeys(
  ring: Ring,
  { inUse, used, keepDays, now }: { inUse: ReadonlySet<string>; used: ReadonlySet<string>; keepDays: number; now: Date },
): { readonly ring: Ring; readonly gone: readonly string[]; readonly early: readonly string[] } {
  const idle = ring.seal.slice(0, -1).flatMap(({ id }, at) => {
    const since = ring.seal[at + 1]?.madeAt
    // The job that rewraps keys may take a day, and the backup of that night still needs the old key.
    const isLongAgo = since !== undefined && Date.parse(since) + (keepDays + 1) * dayMs < now.getTime()
    return inUse.has(id) || !used.has(id) ? [] : { id, isLongAgo }
  })
  const gone = idle.filter(({ isLongAgo }) => isLongAgo).map(({ id }) => id)
  const early = idle.filter(({ isLongAgo }) => !isLongAgo).map(({ id }) => id)
  return { ring: gone.length === 0 ? ring : { ...ring, seal: ring.seal.filter(({ id }) => !gone.includes(id)) }, gone, early }
}
