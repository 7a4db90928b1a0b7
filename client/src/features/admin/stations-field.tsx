import type { SaveWorkshop, Workshop } from '@portico/shared/contract/workshops'
import { stationKinds, stationWords, type StationKind } from '@portico/shared/words/stations'
import { z } from 'zod'
import type { ContractForm } from '../../api/use-contract-form.ts'
import { TextField } from '../../ui/fields/text-field.tsx'

const seats = z.string().regex(/^(?:|[1-9]\d?|[1-4]\d\d|500)$/, 'Enter a number from 1 to 500, or nothing')

/** Form values for the seats of each station; empty if the workshop does not have that station. */
export const stationSeats = { seats: z.record(z.enum(stationKinds), seats) }
const fields = z.object(stationSeats)
type StationSeats = z.output<typeof fields>

export function stationSeatsOf(workshop: Pick<Workshop, 'stations'> | undefined): StationSeats {
  const known = new Map(workshop?.stations.map((one) => [one.station, String(one.seats)]))
  const seatsAt = (kind: StationKind) => known.get(kind) ?? ''
  return {
    seats: {
      intake: seatsAt('intake'),
      'legal-screening': seatsAt('legal-screening'),
      'form-filling': seatsAt('form-filling'),
      review: seatsAt('review'),
      copies: seatsAt('copies'),
      'check-out': seatsAt('check-out'),
    },
  }
}

/** Converts the form values to the contract's input, with stations in the order of the day. */
export function stationsIn({ seats: given }: StationSeats): Required<Pick<SaveWorkshop, 'stations'>> {
  return { stations: stationKinds.flatMap((station) => (given[station] ? [{ station, seats: Number(given[station]) }] : [])) }
}

/** Sets which stations the workshop has by the seats of each. */
export function StationsField({ form: { field } }: { form: ContractForm<StationSeats> }) {
  return (
    <fieldset className="grid gap-3 rounded-md border border-line bg-raised p-4">
      <legend className="sr-only">Stations</legend>
      <p aria-hidden="true" className="font-medium">
        Stations
      </p>
      <p className="text-sm text-mute">
        People pass them in this order. Enter the seats of each; leave a station empty if you do not have it.
      </p>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {stationKinds.map((kind) => (
          <TextField key={kind} label={stationWords[kind]} inputMode="numeric" autoComplete="off" {...field(`seats.${kind}`)} />
        ))}
      </div>
    </fieldset>
  )
}
