import { z } from 'zod'
import { sealJson, unsealJson, type Encryption } from '../../../infra/security/encryption.ts'

const person = z.object({
  fullName: z.string(),
  phoneNumber: z.string().nullable(),
  email: z.string().nullable(),
  language: z.string(),
})

/** What staff noted about a walk-in. */
export type WalkInPerson = z.output<typeof person>

interface SealedWalkIn {
  readonly id: number
  readonly keyId: string
  readonly wrappedKey: Uint8Array | null
  readonly sealed: Uint8Array | null
}

const ownerOf = (id: number) => `walk-in:${id}`

/** Seals a walk-in for the row with this id, under its own data key. */
export function sealWalkIn(encryption: Encryption, id: number, noted: WalkInPerson) {
  const { key, keyId, wrapped } = encryption.newDataKey(ownerOf(id))
  return { keyId, wrappedKey: wrapped, sealed: sealJson(key, `${ownerOf(id)}:person`, noted) }
}

/** Opens a walk-in whose answers have not arrived yet. Throws once they have, because its contents are deleted then. */
export function unsealWalkIn(encryption: Encryption, { id, keyId, wrappedKey, sealed }: SealedWalkIn): WalkInPerson {
  if (!wrappedKey || !sealed) throw new Error(`Of walk-in ${id} nothing is kept any more`)
  const key = encryption.unwrapKey(ownerOf(id), keyId, wrappedKey)
  return person.parse(unsealJson(key, `${ownerOf(id)}:person`, sealed))
}
