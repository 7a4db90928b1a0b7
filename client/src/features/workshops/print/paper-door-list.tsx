import type { DoorList, DoorPerson } from '@portico/shared/contract/door'
import { languageOf } from '@portico/shared/words/languages'
import { clockTime } from '../check-in-calls.ts'
import { notGreen } from '../scan-result.tsx'

interface PaperDoorListProps {
  workshop: DoorList['workshop']
  people: readonly DoorPerson[]
}

/** A printed list of everyone in a workshop with checkboxes, as a fallback. */
export function PaperDoorList({ workshop, people }: PaperDoorListProps) {
  const withTimes = people.some(({ seatTime }) => seatTime !== undefined)
  return (
    <div role="region" tabIndex={0} aria-label="Door list" className="printed-day overflow-x-auto">
      <h2 className="pb-2 text-lg">
        <bdi>{workshop.title}</bdi>
      </h2>
      <table className="paper-list">
        <caption className="sr-only">Door list</caption>
        <thead>
          <tr>
            <th scope="col">In</th>
            {withTimes && <th scope="col">Time</th>}
            <th scope="col">Name</th>
            <th scope="col">Id</th>
            <th scope="col">Phone</th>
            <th scope="col">Language</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ anonymousId, fullName, phoneEnd, language, green, checkIns, seatTime }) => (
            <tr key={anonymousId}>
              <td>{inWords(green, checkIns[0]?.at)}</td>
              {withTimes && <td>{seatTime}</td>}
              <th scope="row" dir="auto">
                {fullName || 'Name not given'}
              </th>
              <td translate="no">{`…${anonymousId.slice(-4)}`}</td>
              <td>{phoneEnd ? `…${phoneEnd}` : ''}</td>
              <td>{languageOf(language)?.englishName ?? language}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function inWords(green: boolean, checkedInAt: string | undefined) {
  if (checkedInAt) return clockTime(checkedInAt)
  return green ? <span className="tick-box" /> : notGreen
}
