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
export const sealedContactBytes = [
  'float8send(id::float8)',
  ...["convert_to(anonymous_id, 'UTF8')", "convert_to(key_id, 'UTF8')", 'wrapped_key', 'sealed_contact'].map(
    (value) => `int4send(coalesce(octet_length(${value}), -1)) || coalesce(${value}, '')`,
  ),
].join(' || ')

/** Parses consecutive rows from these bytes. */
export function* sealedContactsIn(bytes: Buffer): Generator<SealedContact> {
  let at = 0
  const field = () => {
    const length = bytes.readInt32BE(at)
    const begin = at + 4
    at = begin + Math.max(length, 0)
    return length < 0 ? null : bytes.subarray(begin, at)
  }
  while (at < bytes.length) {
    const id = bytes.readDoubleBE(at)
    at += 8
    const [anonymousId, keyId, wrappedKey, sealedContact] = [field(), field(), field(), field()]
    yield {
      id,
      anonymousId: String(anonymousId),
      keyId: String(keyId),
      wrappedKey: wrappedKey ?? null,
      sealedContact: sealedContact ?? Buffer.alloc(0),
    }
  }
}
