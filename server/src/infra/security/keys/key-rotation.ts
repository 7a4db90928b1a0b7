import { newSealKey, type Ring } from './keyring-file.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** The ring with a key more that nothing is wrapped with until `rotated` takes it: before the newest. */
export function prepared(ring: Ring, now: Date): Ring {
  return { ...ring, seal: [...ring.seal.slice(0, -1), newSealKey(now), ...ring.seal.slice(-1)] }
}

/** The ring with another newest key: a prepared one, which no database has been used with, or a new one. `used`: the ids that databases were used with. */
export function rotated(ring: Ring, used: ReadonlySet<string>, now: Date): Ring {
  const waiting = ring.seal.slice(0, -1).find(({ id }) => !used.has(id))
  const newest = waiting ? { ...waiting, madeAt: now.toISOString() } : newSealKey(now)
  return { ...ring, seal: [...ring.seal.filter((one) => one !== waiting), newest] }
}

/**
 * The ring without the keys that wrap nothing (not in `inUse`) and that no backup needs: of whose successor more than `keepDays` have passed. Those that only
 * backups need are `early`.
 */
export function retired(
  ring: Ring,
  { inUse, used, keepDays, now }: { inUse: ReadonlySet<string>; used: ReadonlySet<string>; keepDays: number; now: Date },
): { readonly ring: Ring; readonly gone: readonly string[]; readonly early: readonly string[] } {
  const idle = ring.seal.slice(0, -1).flatMap(({ id }, at) => {
    const since = ring.seal[at + 1]?.madeAt
    // The job that wraps anew may take a day, and the backup of that night has the old key.
    const isLongAgo = since !== undefined && Date.parse(since) + (keepDays + 1) * dayMs < now.getTime()
    return inUse.has(id) || !used.has(id) ? [] : { id, isLongAgo }
  })
  const gone = idle.filter(({ isLongAgo }) => isLongAgo).map(({ id }) => id)
  const early = idle.filter(({ isLongAgo }) => !isLongAgo).map(({ id }) => id)
  return { ring: { ...ring, seal: ring.seal.filter(({ id }) => !gone.includes(id)) }, gone, early }
}
