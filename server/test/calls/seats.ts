import { seatSecret } from '../../src/features/messages/seats/seat-link.ts'
import { saveSlots } from '../../src/features/seats/slots.ts'
import { inTransaction } from '../../src/infra/postgres/transaction.ts'
import { buildRespondent, buildWorkshop } from '../support/builders.ts'
import type { Portico } from '../support/harness.ts'
import { asAdam, asVera, type CallRows, type ForeignCase } from './call-row.ts'
import { about, missing, missingNumber, nextNumber, type World } from './world.ts'

const slot = { time: '23:30', seats: 2, languages: ['es' as const] }
const nothing = { token: 'nothing' }

/** Returns the secret of this respondent's seat link. */
export async function seatTokenOf(portico: Portico, anonymousId: string): Promise<string> {
  const [row] = await portico.sql<{ address: Buffer | null }>(
    'select coalesce(email_hash, phone_hash) as address from respondent where anonymous_id = $1',
    [anonymousId],
  )
  return seatSecret(portico.services.encryption, { anonymousId, linkAddress: row?.address ?? null })
}

/** Creates a workshop with one slot, a green dot and their secret; with `full`, another respondent has the only seat. */
async function newComer({ portico, adam }: World, full = false) {
  const workshopName = `slots_${nextNumber()}`
  await buildWorkshop(portico, { name: workshopName, isDefault: false })
  // Not through the call, because the sweeps change who may make it.
  await inTransaction(portico.services, 'test', (ctx) => saveSlots(ctx, { name: workshopName, slots: [{ ...slot, seats: 1 }] }))
  const anonymousId = await buildRespondent(portico, {}, { workshopName })
  const slotId = (await adam.call.seats.getSeat(about(anonymousId))).slots[0]?.slotId ?? 0
  if (full) await adam.call.seats.setSeat({ ...about(await buildRespondent(portico, {}, { workshopName })), slotId })
  return { anonymousId, slotId, workshopName, token: await seatTokenOf(portico, anonymousId) }
}

const foreignSeat = (more: object = {}) => ({
  AGENCY: ({ green }: { green: string }) => foreign(green, more),
  VOLUNTEERV1: ({ green }: { green: string }) => foreign(green, more),
})
const foreign = (green: string, more: object): ForeignCase => ({
  foreign: { 'somebody of a foreign workshop': { ...about(green), ...more } },
  missing: { ...missing, ...more },
  refusal: 'NOT_FOUND',
})

export const seatCalls: CallRows = {
  'seats.openSeat': {
    sample: async (world) => ({ input: { token: (await newComer(world)).token } }),
    failures: { INVALID_CODE: () => ({ input: nothing }) },
  },
  'seats.takeSeat': {
    sample: async (world) => {
      const { token, slotId } = await newComer(world)
      return { input: { token, slotId } }
    },
    failures: {
      INVALID_CODE: () => ({ input: { ...nothing, slotId: missingNumber } }),
      SLOT_NOT_FREE: async (world) => {
        const { token, slotId } = await newComer(world, true)
        return { input: { token, slotId } }
      },
    },
  },
  'seats.joinWaitingList': {
    sample: async (world) => ({ input: { token: (await newComer(world, true)).token } }),
    failures: {
      INVALID_CODE: () => ({ input: nothing }),
      INVALID_REQUEST: async (world) => ({ input: { token: (await newComer(world)).token } }),
    },
  },
  'seats.cancelSeat': {
    sample: async (world) => ({ input: { token: (await newComer(world)).token } }),
    failures: { INVALID_CODE: () => ({ input: nothing }) },
  },
  'seats.getSeat': {
    sample: ({ green }) => ({ input: about(green) }),
    failures: { NOT_FOUND: () => asVera(missing) },
    foreign: foreignSeat(),
  },
  'seats.setSeat': {
    sample: ({ green }) => ({ input: { ...about(green), slotId: null } }),
    failures: {
      NOT_FOUND: () => asVera({ ...missing, slotId: null }),
      SLOT_NOT_FREE: ({ green }) => asAdam({ ...about(green), slotId: missingNumber }),
      INVALID_REQUEST: ({ waiting }) => asAdam({ ...about(waiting), slotId: missingNumber }),
    },
    foreign: foreignSeat({ slotId: null }),
  },
  'seats.getSlots': {
    sample: async (world) => ({ input: { name: (await newComer(world)).workshopName } }),
    failures: { NOT_FOUND: () => asAdam({ name: 'nowhere' }) },
  },
  'seats.saveSlots': {
    sample: async (world) => ({ input: { name: (await newComer(world)).workshopName, slots: [slot] } }),
    failures: {
      NOT_FOUND: () => asAdam({ name: 'nowhere', slots: [] }),
      INVALID_REQUEST: async (world) => asAdam({ name: (await newComer(world, true)).workshopName, slots: [] }),
      CHANGED_MEANWHILE: async (world) => asAdam({ name: (await newComer(world)).workshopName, slots: [slot], replaces: [] }),
    },
  },
}
