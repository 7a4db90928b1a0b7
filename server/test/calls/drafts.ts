import { limits } from '@portico/shared/words/limits'
import { sweepTransfers } from '../../src/features/drafts/commands.ts'
import type { Portico } from '../support/harness.ts'
import type { CallRows } from './call-row.ts'
import { nextNumber, type World } from './world.ts'

export const draftCalls: CallRows = {
  'drafts.saveTransfer': {
    sample: async (world) => {
      await makeRoom(world)
      return { input: { lookup: newLookup(), sealed: 'c2VhbGVk' } }
    },
    failures: {
      TRANSFERS_FULL: async ({ portico }) => {
        await fillTransfers(portico)
        return { input: { lookup: newLookup(), sealed: 'c2VhbGVk' } }
      },
    },
  },
  'drafts.openTransfer': {
    sample: async (world) => ({ input: { lookup: await savedLookup(world) } }),
    failures: { NOT_FOUND: () => ({ input: { lookup: newLookup() } }) },
  },
  'drafts.deleteTransfer': { sample: () => ({ input: { lookup: newLookup() } }) },
}

/** Uses up the space for drafts in transfer with this many. The rows are copies, which is fast because they are compressed once. */
export async function fillTransfers(portico: Portico, count = 64): Promise<void> {
  const columns = 'lookup_hash, sealed, fetches_left, created_at, expires_at'
  const bytes = limits.draftTransferTotalBytes / count
  await portico.sql(
    `insert into draft_transfer (${columns}) values (sha256('1'), repeat('x', $1)::bytea, 3, now(), '2100-01-01') on conflict do nothing`,
    [bytes > limits.draftTransferMinBytes ? bytes : 1],
  )
  await portico.sql(
    `insert into draft_transfer (${columns}) select sha256(n::text::bytea), sealed, 3, now(), '2100-01-01'
     from draft_transfer cross join generate_series(2, $1::integer) n where lookup_hash = sha256('1') on conflict do nothing`,
    [count],
  )
  await sweepTransfers(portico.services)
}

function newLookup(): string {
  return nextNumber().toString(16).padStart(32, '0')
}

async function makeRoom({ portico }: World): Promise<void> {
  await portico.sql('delete from draft_transfer where octet_length(sealed) > 1000000')
  await sweepTransfers(portico.services)
}

async function savedLookup(world: World): Promise<string> {
  await makeRoom(world)
  const lookup = newLookup()
  await (await world.portico.as()).call.drafts.saveTransfer({ lookup, sealed: 'c2VhbGVk' })
  return lookup
}
