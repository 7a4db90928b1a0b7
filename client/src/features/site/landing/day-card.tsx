import { lazyPart } from '../../../layout/loading/lazy-part.ts'
import { WithApi } from '../../../layout/with-api.tsx'
import { paths } from '../../../paths.ts'
import { DayBadge } from './day-badge.tsx'

const LinkedDayBadge = lazyPart(async () => (await import('./linked-day-badge.tsx')).LinkedDayBadge, PlainBadge)

function PlainBadge() {
  return <DayBadge to={paths.citizenship()} />
}

/** The badge framed by the doorway of a portico: arches around it and three steps up to it. */
export function DayCard() {
  return (
    <div className="mx-auto w-full max-w-[26rem] min-w-0 max-[22rem]:-mx-4 max-[22rem]:w-auto lg:me-8">
      <div className="rounded-t-full border-3 border-b-0 border-ink px-1.5 pt-1.5 sm:px-4 sm:pt-4">
        <div className="rounded-t-full border-[1.5px] border-b-0 border-edge px-1 pt-1 sm:px-3 sm:pt-3">
          <div className="rounded-t-full bg-sunken">
            <div className="-mx-2 grid justify-items-center pt-[max(0px,calc((100%-300px)/2))] pb-12 sm:pb-16">
              <WithApi fallback={<PlainBadge />}>
                <LinkedDayBadge />
              </WithApi>
            </div>
          </div>
        </div>
      </div>
      <div aria-hidden="true" className="grid justify-items-center sm:-mx-6">
        <div className="h-3 w-full bg-ink sm:w-[calc(100%-2rem)]" />
        <div className="h-3 w-full bg-edge sm:w-[calc(100%-1rem)]" />
        <div className="h-3 w-full bg-line" />
      </div>
    </div>
  )
}
