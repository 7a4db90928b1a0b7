import { inTransaction } from '../../infra/postgres/transaction.ts'
import type { Services } from '../../infra/request-context.ts'
import { sealPadded, unseal, type Encryption } from '../../infra/security/encryption.ts'

interface Place {
  readonly id: number
  readonly agencyId: number
}

interface Sealed {
  readonly keyId: string
  readonly wrappedKey: Buffer
  readonly sealed: Buffer
}

const ownerOf = ({ id, agencyId }: Place) => `agency:${agencyId}:reason:${id}`
// Reasons used to be bound only to their agency.
const formerOwnerOf = ({ agencyId }: Place) => `agency:${agencyId}:reason`

/** Seals a reason for the row of this agency with this id; padded, so that its length reveals nothing. */
export function sealReasonTemplate(encryption: Encryption, place: Place, text: string): Sealed {
  const { key, keyId, wrapped } = encryption.newDataKey(ownerOf(place))
  return { keyId, wrappedKey: wrapped, sealed: sealPadded(key, `${ownerOf(place)}:text`, text) }
}

/** Opens a reason and returns its text; throws if the row holds the sealed value of another row. */
export function openReasonTemplate(encryption: Encryption, row: Place & Sealed): string {
  return openFor(encryption, row, ownerOf(row))
}

function openFor(encryption: Encryption, { keyId, wrappedKey, sealed }: Sealed, owner: string): string {
  return unseal(encryption.unwrapKey(owner, keyId, wrappedKey), `${owner}:text`, sealed)
    .toString()
    .trimEnd()
}

/**
 * Reseals the reasons that are bound only to their agency, so that they are bound to their rows. Runs at start, before any request is
 * served; replicas that start concurrently share the work. Returns the number of resealed reasons. Values that open neither way are left
 * unchanged.
 */
export function bindStoredReasons(services: Services): Promise<number> {
  const { encryption } = services
  return inTransaction(services, 'bind-reasons', async ({ db }) => {
    const rows = await db.selectFrom('reason_template').selectAll().orderBy('id').forUpdate().execute()
    let bound = 0
    for (const row of rows) {
      const text = openFormerText(encryption, row)
      if (text === undefined) continue
      await db
        .updateTable('reason_template')
        .set(sealReasonTemplate(encryption, row, text))
        .where('id', '=', row.id)
        .execute()
      bound += 1
    }
    return bound
  })
}

function openFormerText(encryption: Encryption, row: Place & Sealed): string | undefined {
  try {
    return openFor(encryption, row, formerOwnerOf(row))
  } catch {
    return undefined
  }
}
