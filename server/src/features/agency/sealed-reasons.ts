import { inTransaction } from '../../infra/postgres/transaction.ts'
import type { Services } from '../../infra/request-context.ts'
import { seal, unseal, type Encryption } from '../../infra/security/encryption.ts'
import { padded } from '../../infra/security/sealed-respondent.ts'

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
// Reasons were once bound to their agency alone.
const formerOwnerOf = ({ agencyId }: Place) => `agency:${agencyId}:reason`

/** Seals a reason for the row with this id of this agency; its length does not tell it. */
export function sealReasonTemplate(encryption: Encryption, place: Place, text: string): Sealed {
  const { key, keyId, wrapped } = encryption.newDataKey(ownerOf(place))
  return { keyId, wrappedKey: wrapped, sealed: seal(key, `${ownerOf(place)}:text`, padded(text, 256)) }
}

/** The text of a reason; throws when the row holds the seal of another. */
export function openReasonTemplate(encryption: Encryption, row: Place & Sealed): string {
  return openFor(encryption, row, ownerOf(row))
}

function openFor(encryption: Encryption, { keyId, wrappedKey, sealed }: Sealed, owner: string): string {
  return unseal(encryption.unwrapKey(owner, keyId, wrappedKey), `${owner}:text`, sealed)
    .toString()
    .trimEnd()
}

/**
 * Seals the reasons from when they were bound to their agency alone again, bound to their rows. Runs at start, before anybody is served;
 * replicas that start at once share the work. Returns how many there were. What opens in neither way stays as it is.
 */
export function bindStoredReasons(services: Services): Promise<number> {
  const { encryption } = services
  return inTransaction(services, 'bind-reasons', async ({ db }) => {
    const rows = await db.selectFrom('reason_template').selectAll().orderBy('id').forUpdate().execute()
    let bound = 0
    for (const row of rows) {
      const text = formerText(encryption, row)
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

function formerText(encryption: Encryption, row: Place & Sealed): string | undefined {
  try {
    return openFor(encryption, row, formerOwnerOf(row))
  } catch {
    return undefined
  }
}
