/** The offsets of First, Prev, Next and Last; undefined where a button is disabled. */
export interface Offsets {
  readonly first: number | undefined
  readonly prev: number | undefined
  readonly next: number | undefined
  readonly last: number | undefined
}

/** Returns the offsets for a list of `count` rows shown `batchSize` at a time from `offset` (shared/spec/product.md#paging). */
export function offsetsOf({ offset, batchSize, count }: { offset: number; batchSize: number; count: number }): Offsets {
  const last = Math.max(0, Math.floor((count - 1) / batchSize) * batchSize)
  const hasPrevious = offset > 0
  const hasNext = offset + batchSize < count
  return {
    first: hasPrevious ? 0 : undefined,
    prev: hasPrevious ? Math.min(Math.max(0, offset - batchSize), last) : undefined,
    next: hasNext ? offset + batchSize : undefined,
    last: hasNext ? last : undefined,
  }
}
