/** The columns from which contact data is opened. */
export interface SealedContact {
  readonly id: number
  readonly anonymousId: string
  readonly keyId: string
  /** Null if the respondent was deleted. */
  readonly wrappedKey: Buffer | null
  readonly sealedContact: Buffer
}

/** An SQL expression that serializes a row of `respondent` for `sealedContactsIn`. */
export const sealedContactBytes = 'record_send(row(id::float8, anonymous_id, key_id, wrapped_key, sealed_contact))'

/** Parses consecutive rows from these bytes. */
export function* sealedContactsIn(bytes: Buffer): Generator<SealedContact> {
  let at = 0
  // A row is the number of its columns, then the type, length and bytes of each; the length of null is -1.
  const field = () => {
    const length = bytes.readInt32BE(at + 4)
    const begin = at + 8
    at = begin + Math.max(length, 0)
    return length < 0 ? null : bytes.subarray(begin, at)
  }
  while (at < bytes.length) {
    at += 4
    const [id, anonymousId, keyId, wrappedKey, sealedContact] = [field(), field(), field(), field(), field()]
    yield {
      id: id?.readDoubleBE() ?? 0,
      anonymousId: String(anonymousId),
      keyId: String(keyId),
      wrappedKey: wrappedKey ?? null,
      sealedContact: sealedContact ?? Buffer.alloc(0),
    }
  }
}
