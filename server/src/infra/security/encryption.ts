import { createHash, createHmac, createSecretKey, hkdfSync, randomBytes, randomInt, type KeyObject } from 'node:crypto'
import { readRing, stateOf, type Ring } from './keys/keyring-file.ts'
import { randomOf, seal, unseal, wrappedKeyAssociatedData } from './sealed/sealing.ts'

export { seal, unseal } from './sealed/sealing.ts'

/** A process looks so often, in ms, whether the keyring file has changed. */
export const ringCheckMs = 1_000

/** A person's own key: used to seal, and wrapped for the database. */
export interface DataKey {
  readonly key: KeyObject
  readonly keyId: string
  readonly wrapped: Buffer
}

/**
 * Seals personal data with AES-256-GCM. Each person has a key of their own, wrapped by the newest key of the keyring;
 * deleting the wrapped key deletes the person (shared/spec/contract.md#sealed-data).
 */
export interface Encryption {
  newDataKey(owner: string): DataKey
  /** Opens a wrapped key; throws when the keyring lacks its wrapper or the bytes were changed. */
  unwrapKey(owner: string, keyId: string, wrapped: Uint8Array): KeyObject
  /** The `seal` key of this id, for a thread of this process that opens wrapped keys; throws when the keyring lacks it. */
  wrapper(keyId: string): KeyObject
  /** The same key, wrapped by the newest key of the keyring. */
  rewrapKey(owner: string, keyId: string, wrapped: Uint8Array): Pick<DataKey, 'keyId' | 'wrapped'>
  /** The id of the `seal` key that wraps what is new, by the file as it is now. */
  readonly newestKeyId: string
  /** A keyed hash to find a person by, the same on every replica; `kind` keeps e-mail and phone apart. */
  lookupHash(
    kind:
      | 'email'
      | 'phone'
      | 'idempotency'
      | 'rate'
      | 'challenge'
      | 'passkey'
      | 'recovery-code'
      | 'query'
      | 'anonymous-id'
      | 'import'
      | 'sign-on'
      | 'seat'
      | 'text',
    value: string,
  ): Buffer
  /** A key of its own for one purpose, derived from the keyring; the same on every replica. */
  purposeKey(purpose: 'audit chain' | 'audit entry' | 'audit head' | 'backup' | 'deletion'): KeyObject
  /** What tells each `seal` key, by its id, and `lookup` from another key. The last `seal` key is the one that wraps. */
  readonly keyProofs: ReadonlyMap<string, Buffer>
  /** The secret that signs access tokens. */
  readonly signingKey: KeyObject
}

/**
 * The encryption of a keyring file. With `create`, a missing file is made; otherwise it must be there. `seal` keys that are added to the file or taken
 * out of it later are followed; a file that cannot be read any more, or has another `lookup` key, changes nothing.
 */
export function openEncryption(file: string, create: boolean): Encryption {
  const first = readRing(file, create)
  const keys = followKeys(file, first)
  // Node takes five times as long over a key that comes as bytes.
  const lookup = createSecretKey(first.lookup)
  const signingKey = createSecretKey(first.sign)
  const derive = (purpose: string) => createSecretKey(Buffer.from(hkdfSync('sha256', lookup, '', `portico ${purpose}`, 32)))
  const proofOf = (bytes: Buffer) => Buffer.from(hkdfSync('sha256', bytes, '', 'portico key proof', 32))
  const purposeKeys = {
    'audit chain': derive('audit chain'),
    'audit entry': derive('audit entry'),
    'audit head': derive('audit head'),
    backup: derive('backup'),
    deletion: derive('deletion'),
  }
  const unwrapped = (owner: string, keyId: string, wrapped: Uint8Array) =>
    unseal(keys.wrapper(keyId), wrappedKeyAssociatedData(owner), wrapped)
  function wrap(owner: string, own: Uint8Array) {
    const { id, key } = keys.newest()
    return { keyId: id, wrapped: seal(key, wrappedKeyAssociatedData(owner), own) }
  }
  return {
    newDataKey(owner) {
      const own = randomOf(32)
      return { key: createSecretKey(own), ...wrap(owner, own) }
    },
    unwrapKey: (owner, keyId, wrapped) => createSecretKey(unwrapped(owner, keyId, wrapped)),
    wrapper: keys.wrapper,
    rewrapKey: (owner, keyId, wrapped) => wrap(owner, unwrapped(owner, keyId, wrapped)),
    get newestKeyId() {
      keys.refresh()
      return keys.newest().id
    },
    lookupHash: (kind, value) => createHmac('sha256', lookup).update(`${kind}:${value}`).digest(),
    purposeKey: (purpose) => purposeKeys[purpose],
    get keyProofs() {
      return new Map([['lookup', proofOf(first.lookup)], ...keys.all().map((entry) => [entry.id, proofOf(entry.key)] as const)])
    },
    signingKey,
  }
}

// The `seal` keys of a file as it is now.
function followKeys(file: string, first: Ring) {
  let [ring, state, checkedAt] = [first, stateOf(file), performance.now()]
  const keyObjects = (from: Ring) => new Map(from.seal.map(({ id, key }) => [id, createSecretKey(key)]))
  let byId = keyObjects(ring)

  function refresh(): void {
    checkedAt = performance.now()
    const now = stateOf(file)
    if (now === state) return
    try {
      const next = readRing(file)
      if (!next.lookup.equals(first.lookup)) return
      ;[ring, byId, state] = [next, keyObjects(next), now]
    } catch {
      // What was read before still opens everything.
    }
  }

  function wrapper(keyId: string): KeyObject {
    if (!byId.has(keyId)) refresh()
    const found = byId.get(keyId)
    if (!found) throw new Error(`The keyring has no key ${keyId}`)
    return found
  }

  return {
    refresh,
    wrapper,
    all: () => ring.seal,
    newest() {
      if (performance.now() - checkedAt > ringCheckMs) refresh()
      const id = ring.seal.at(-1)?.id ?? ''
      return { id, key: wrapper(id) }
    },
  }
}

// No 0 1 I L O U: no one should have to ask "is that an oh or a zero?" at a noisy check-in.
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What an anonymousId looks like. */
export const anonymousIdForm = /^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{5}$/

/** A new anonymousId: 13 characters of 30, 63.8 random bits, in groups of four. */
export function newAnonymousId(): string {
  return spelled(Array.from({ length: 13 }, () => randomInt(letters.length)))
}

/** The anonymousId that follows from an idempotency key: always the same, and no one can tell it who lacks the keyring. */
export function anonymousIdOf(encryption: Encryption, idempotencyKey: string): string {
  const hash = encryption.lookupHash('anonymous-id', idempotencyKey)
  return spelled(Array.from({ length: 13 }, (_, place) => hash.readUInt16LE(place * 2) % letters.length))
}

function spelled(numbers: readonly number[]): string {
  const picked = numbers.map((number) => letters[number]).join('')
  return `${picked.slice(0, 4)}-${picked.slice(4, 8)}-${picked.slice(8)}`
}

/** A secret for a link: 256 random bits. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of such a secret: so many random bits need no slow hash. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
