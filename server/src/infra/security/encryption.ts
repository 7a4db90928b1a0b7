import { createHash, createHmac, createSecretKey, hkdfSync, randomBytes, randomInt, type KeyObject } from 'node:crypto'
import { readRing, fileVersion, type Ring } from './keys/keyring-file.ts'
import { takeRandomBytes, seal, unseal, wrappedKeyAssociatedData } from './sealed/sealing.ts'

export { seal, sealJson, sealPadded, unseal, unsealJson } from './sealed/sealing.ts'

/** How often a process checks whether the keyring file has changed, in ms. */
export const ringCheckMs = 1_000

/** The key of one person: in the clear for sealing, and wrapped for the database. */
export interface DataKey {
  readonly key: KeyObject
  readonly keyId: string
  readonly wrapped: Buffer
}

/**
 * Seals personal data with AES-256-GCM. Each person has their own key, wrapped by the newest key of the keyring; deleting the wrapped key
 * deletes the person (shared/spec/contract.md#sealed-data).
 */
export interface Encryption {
  newDataKey(owner: string): DataKey
  /** Unwraps a key; throws if the keyring lacks the wrapping key or the bytes were changed. */
  unwrapKey(owner: string, keyId: string, wrapped: Uint8Array): KeyObject
  /** Returns the `seal` key with this id, for a thread of this process that unwraps keys; throws if the keyring lacks it. */
  wrapper(keyId: string): KeyObject
  /** Returns the same key, wrapped by the newest key of the keyring. */
  rewrapKey(owner: string, keyId: string, wrapped: Uint8Array): Pick<DataKey, 'keyId' | 'wrapped'>
  /** The id of the `seal` key that wraps new keys, according to the file as it is now. */
  readonly newestKeyId: string
  /** Returns a keyed hash for lookups, the same on every replica; `kind` keeps, for example, e-mail and phone apart. */
  lookupHash(
    kind:
      | 'email'
      | 'phone'
      | 'idempotency'
      | 'rate'
      | 'site'
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
  /** Returns a key derived from the keyring for one purpose; the same on every replica. */
  purposeKey(purpose: 'audit chain' | 'audit entry' | 'audit head' | 'audit subjects' | 'backup' | 'deletion'): KeyObject
  /** Fingerprints that identify the `lookup` key and each `seal` key, by id. The last `seal` key is the one that wraps. */
  readonly keyProofs: ReadonlyMap<string, Buffer>
  /** The secret that signs access tokens. */
  readonly signingKey: KeyObject
}

/**
 * Opens the encryption of a keyring file. With `create`, a missing file is created; otherwise it must exist. `seal` keys that are later
 * added to or removed from the file are picked up; a file that becomes unreadable, or has another `lookup` key, is ignored.
 */
export function openEncryption(file: string, create: boolean): Encryption {
  const first = readRing(file, create)
  const keys = watchKeys(file, first)
  // Node is five times slower with keys that are given as bytes.
  const lookup = createSecretKey(first.lookup)
  const signingKey = createSecretKey(first.sign)
  const derive = (purpose: string) => createSecretKey(Buffer.from(hkdfSync('sha256', lookup, '', `portico ${purpose}`, 32)))
  const proofOf = (bytes: Buffer) => Buffer.from(hkdfSync('sha256', bytes, '', 'portico key proof', 32))
  const purposeKeys = {
    'audit chain': derive('audit chain'),
    'audit entry': derive('audit entry'),
    'audit head': derive('audit head'),
    'audit subjects': derive('audit subjects'),
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
      const own = takeRandomBytes(32)
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

// Returns the `seal` keys of a file, reloaded when it changes.
function watchKeys(file: string, first: Ring) {
  let [ring, state, checkedAt] = [first, fileVersion(file), performance.now()]
  const keyObjects = (from: Ring) => new Map(from.seal.map(({ id, key }) => [id, createSecretKey(key)]))
  let byId = keyObjects(ring)

  function refresh(): void {
    checkedAt = performance.now()
    const now = fileVersion(file)
    if (now === state) return
    try {
      const next = readRing(file)
      if (!next.lookup.equals(first.lookup)) return
      ;[ring, byId, state] = [next, keyObjects(next), now]
    } catch {
      // The keys that were read before stay in use.
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

// Without 0 1 I L O U, which are easily confused when read aloud at a noisy check-in.
const idCharacters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The format of an anonymousId. */
export const anonymousIdForm = /^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{5}$/

/** Returns a new anonymousId: 13 of 30 characters, 63.8 random bits, in groups separated by hyphens. */
export function newAnonymousId(): string {
  return formatId(Array.from({ length: 13 }, () => randomInt(idCharacters.length)))
}

/** Returns the anonymousId derived from an idempotency key: always the same, and not predictable without the keyring. */
export function anonymousIdOf(encryption: Encryption, idempotencyKey: string): string {
  const hash = encryption.lookupHash('anonymous-id', idempotencyKey)
  return formatId(Array.from({ length: 13 }, (_, place) => hash.readUInt16LE(place * 2) % idCharacters.length))
}

function formatId(numbers: readonly number[]): string {
  const picked = numbers.map((number) => idCharacters[number]).join('')
  return `${picked.slice(0, 4)}-${picked.slice(4, 8)}-${picked.slice(8)}`
}

/** Returns a secret for a link: 256 random bits. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash under which such a secret is stored; with this much entropy a slow hash is unnecessary. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
