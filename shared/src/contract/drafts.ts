import { z } from 'zod'
import { instant, proof } from './fields.ts'
import { limits } from '../words/limits.ts'

const lookup = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'The lookup name has 32 hexadecimal digits')
  .meta({
    description: 'Lookup name that the device derived from the code; not the code itself',
    example: '5b1f0c9e7a3d42868f2e6d1c0b9a7f34',
  })
const sealed = z
  .string()
  .min(1)
  .max(limits.draftTransferMax)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'The sealed answers are base64')
  .meta({ description: 'Answers, encrypted on the device with a key that the server never has, base64', example: 'q83vEjRWeJA=' })

/** Answers being transferred to another device (shared/spec/contract.md#draft-transfers). */
export const saveTransfer = z.strictObject({ lookup, sealed, proof })
export type SaveTransfer = z.output<typeof saveTransfer>

export const transferByLookup = z.strictObject({ lookup })
export type TransferByLookup = z.output<typeof transferByLookup>

export const openTransfer = transferByLookup.extend({ proof })

export const savedTransfer = z.object({ expiresAt: instant.meta({ description: 'When it is deleted, ISO 8601 in UTC' }) })

export const openedTransfer = savedTransfer.extend({
  sealed,
  fetchesLeft: z.int().meta({ description: 'Number of times it can still be fetched', example: 2 }),
})
export type OpenedTransfer = z.output<typeof openedTransfer>
