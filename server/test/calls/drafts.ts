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
        await portico.sql(
          `insert into draft_transfer (lookup_hash, sealed, fetches_left, created_at, expires_at)
           select sha256(n::text::bytea), repeat('x', 8388608)::bytea, 3, now(), '2100-01-01' from generate_series(1, 32) n
           on conflict do nothing`,
        )
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

function newLookup(): string {
  return nextNumber().toString(16).padStart(32, '0')
}

async function makeRoom({ portico }: World): Promise<void> {
  await portico.sql('delete from draft_transfer where octet_length(sealed) > 1000000')
}

async function savedLookup(world: World): Promise<string> {
  await makeRoom(world)
  const lookup = newLookup()
  await (await world.portico.as()).call.drafts.saveTransfer({ lookup, sealed: 'c2VhbGVk' })
  return lookup
}
