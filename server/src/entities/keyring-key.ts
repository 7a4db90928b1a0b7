import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * The keys of the keyring that this database was used with: each `seal` key by its id, and `lookup`. `proof` is made with the key and tells it from
 * another; null until the next start for keys from before it was kept.
 */
export const KeyringKey = defineEntity({
  name: 'KeyringKey',
  tableName: 'keyring_key',
  properties: { id: p.text().primary(), proof: p.blob().$type<Buffer>().nullable() },
})
