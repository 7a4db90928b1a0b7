import { byRespondent } from '@portico/shared/contract/fields'
import * as contract from '@portico/shared/contract/seats'
import { byName } from '@portico/shared/contract/workshops'
import { mutation, query, router, wrongLinks } from '../../api/procedures.ts'
import { cancelSeat, joinWaitingList, openSeat, takeSeat } from './own-seat.ts'
import { getSlots, saveSlots } from './slots.ts'
import { getSeat, setSeat } from './staff-seats.ts'

const byLink = { ...wrongLinks, link: contract.seatLink.strip().transform(({ token }) => token) }

export const seatsRouter = router({
  // A mutation rather than a query, so that the secret never appears in a URL.
  openSeat: mutation
    .meta({
      summary: 'Get your seat and the free times, with the secret of your link',
      limit: byLink,
      failures: ['INVALID_CODE'],
      description:
        'Every e-mail about a workshop with slots carries the link `/yourSeat#{secret}`. It works until the workshop’s day is over, while fewer than three others with the same address have or wait for a seat, or its owner does.',
    })
    .input(contract.seatLink)
    .output(contract.openedSeat)
    .mutation(({ ctx, input }) => openSeat(ctx, input)),
  takeSeat: mutation
    .meta({
      summary: 'Take a seat, change to another time, or accept an offered seat',
      limit: byLink,
      failures: ['INVALID_CODE', 'SLOT_NOT_FREE'],
    })
    .input(contract.takeSeat)
    .output(contract.openedSeat)
    .mutation(({ ctx, input }) => takeSeat(ctx, input)),
  joinWaitingList: mutation
    .meta({
      summary: 'Join the waiting list',
      limit: byLink,
      failures: ['INVALID_CODE', 'INVALID_REQUEST'],
      description: 'Repeating it keeps the place. `INVALID_REQUEST`: they have a seat, or seats are free.',
    })
    .input(contract.seatLink)
    .output(contract.openedSeat)
    .mutation(({ ctx, input }) => joinWaitingList(ctx, input)),
  cancelSeat: mutation
    .meta({ summary: 'Return your seat, decline an offer, or leave the waiting list', limit: byLink, failures: ['INVALID_CODE'] })
    .input(contract.seatLink)
    .output(contract.openedSeat)
    .mutation(({ ctx, input }) => cancelSeat(ctx, input)),
  getSeat: query
    .meta({ summary: 'Get the seat of a respondent and the free seats of their workshop', failures: ['NOT_FOUND'] })
    .input(byRespondent)
    .output(contract.respondentSeat)
    .query(({ ctx, input }) => getSeat(ctx, input)),
  setSeat: mutation
    .meta({
      summary: 'Assign, change or free the seat of a respondent',
      failures: ['NOT_FOUND', 'SLOT_NOT_FREE', 'INVALID_REQUEST'],
      description:
        '`INVALID_REQUEST`: they are not green. **Side effects:** an e-mail tells them their new time, at most six a day to one address; the next waits until the day after.',
    })
    .input(contract.setSeat)
    .output(contract.respondentSeat)
    .mutation(({ ctx, input }) => setSeat(ctx, input)),
  getSlots: query
    .meta({ summary: 'List the slots of a workshop and how full they are', failures: ['NOT_FOUND'] })
    .input(byName)
    .output(contract.workshopSlots)
    .query(({ ctx, input }) => getSlots(ctx, input)),
  saveSlots: mutation
    .meta({
      summary: 'Set the slots of a workshop',
      failures: ['NOT_FOUND', 'INVALID_REQUEST', 'CHANGED_MEANWHILE'],
      description:
        'Omitted slots are deleted; the others keep their bookings. `INVALID_REQUEST`: a booked seat would be deleted, or a time occurs twice. `CHANGED_MEANWHILE`: the slots are no longer those that it `replaces`.',
    })
    .input(contract.saveSlots)
    .output(contract.workshopSlots)
    .mutation(({ ctx, input }) => saveSlots(ctx, input)),
})
