import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * The keyring keys that this database was used with: each `seal` key by its id, and `lookup`. `proof` is derived from the key and
 * distinguishes it from any other; null until the next start for keys stored before proofs were introduced.
 */
export const KeyringKey = defineEntity({
  name: 'KeyringKey',
  tableName: 'keyring_key',
  properties: { id: p.text().primary(), proof: p.blob().$type<Buffer>().nullable() },
})
