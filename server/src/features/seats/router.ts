import { byRespondent } from '@portico/shared/contract/fields'
import * as contract from '@portico/shared/contract/seats'
import { byName } from '@portico/shared/contract/workshops'
import { mutation, query, router } from '../../api/procedures.ts'
import { cancelSeat, joinWaitingList, openSeat, takeSeat } from './own-seat.ts'
import { getSlots, saveSlots } from './slots.ts'
import { getSeat, setSeat } from './staff-seats.ts'

const visitors = { name: 'linkPerAddress', by: 'address' } as const

export const seatsRouter = router({
  // A mutation rather than a query, so that the secret never appears in a URL.
  openSeat: mutation
    .meta({
      summary: 'When you come to your workshop, and the times that are free, for the secret of your link',
      limit: visitors,
      failures: ['INVALID_CODE'],
      description:
        'Every e-mail about a workshop with slots carries the link `/yourSeat#{secret}`. It works until the workshop’s day is over.',
    })
    .input(contract.seatLink)
    .output(contract.openedSeat)
    .mutation(({ ctx, input }) => openSeat(ctx, input)),
  takeSeat: mutation
    .meta({
      summary: 'Take a seat, move to another time, or take the seat that was offered',
      limit: visitors,
      failures: ['INVALID_CODE', 'SLOT_NOT_FREE'],
    })
    .input(contract.takeSeat)
    .output(contract.openedSeat)
    .mutation(({ ctx, input }) => takeSeat(ctx, input)),
  joinWaitingList: mutation
    .meta({
      summary: 'Wait for a seat to become free',
      limit: visitors,
      failures: ['INVALID_CODE', 'INVALID_REQUEST'],
      description: 'Repeating it keeps the place. `INVALID_REQUEST`: they have a seat, or there are free ones.',
    })
    .input(contract.seatLink)
    .output(contract.openedSeat)
    .mutation(({ ctx, input }) => joinWaitingList(ctx, input)),
  cancelSeat: mutation
    .meta({ summary: 'Give your seat back, refuse an offer, or leave the waiting list', limit: visitors, failures: ['INVALID_CODE'] })
    .input(contract.seatLink)
    .output(contract.openedSeat)
    .mutation(({ ctx, input }) => cancelSeat(ctx, input)),
  getSeat: query
    .meta({ summary: 'The seat of a respondent, and the free ones of their workshop', failures: ['NOT_FOUND'] })
    .input(byRespondent)
    .output(contract.respondentSeat)
    .query(({ ctx, input }) => getSeat(ctx, input)),
  setSeat: mutation
    .meta({
      summary: 'Give a respondent a seat, move or free it',
      failures: ['NOT_FOUND', 'SLOT_NOT_FREE', 'INVALID_REQUEST'],
      description: '`INVALID_REQUEST`: they are not green. **Causes:** an e-mail tells them when they come now.',
    })
    .input(contract.setSeat)
    .output(contract.respondentSeat)
    .mutation(({ ctx, input }) => setSeat(ctx, input)),
  getSlots: query
    .meta({ summary: 'The slots of a workshop, and how full they are', failures: ['NOT_FOUND'] })
    .input(byName)
    .output(contract.workshopSlots)
    .query(({ ctx, input }) => getSlots(ctx, input)),
  saveSlots: mutation
    .meta({
      summary: 'Set the slots of a workshop',
      failures: ['NOT_FOUND', 'INVALID_REQUEST'],
      description:
        'What is left out goes, those that stay keep their people. `INVALID_REQUEST`: somebody has a seat that would go, or a time is there twice.',
    })
    .input(contract.saveSlots)
    .output(contract.workshopSlots)
    .mutation(({ ctx, input }) => saveSlots(ctx, input)),
})
