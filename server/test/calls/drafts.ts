import type { CallRows } from './call-row.ts'
import { nextNumber, type World } from './world.ts'

export const draftCalls: CallRows = {
  'drafts.saveTransfer': { sample: () => ({ input: { lookup: newLookup(), sealed: 'c2VhbGVk' } }) },
  'drafts.openTransfer': {
    sample: async (world) => ({ input: { lookup: await savedLookup(world) } }),
    failures: { NOT_FOUND: () => ({ input: { lookup: newLookup() } }) },
  },
  'drafts.deleteTransfer': { sample: () => ({ input: { lookup: newLookup() } }) },
}

function newLookup(): string {
  return nextNumber().toString(16).padStart(32, '0')
}

async function savedLookup({ portico }: World): Promise<string> {
  const lookup = newLookup()
  await (await portico.as()).call.drafts.saveTransfer({ lookup, sealed: 'c2VhbGVk' })
  return lookup
}
