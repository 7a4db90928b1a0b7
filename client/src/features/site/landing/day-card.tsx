import { lazy } from 'react'
import { WithApi } from '../../../layout/with-api.tsx'
import { paths } from '../../../paths.ts'
import { DayBadge } from './day-badge.tsx'

const LinkedDayBadge = lazy(async () => ({ default: (await import('./linked-day-badge.tsx')).LinkedDayBadge }))

/** Citizenship Day 2025, in the doorway of a portico: two pillars' width of arch around the badge, and three steps up to it. */
export function DayCard() {
  return (
    <div className="mx-auto w-full max-w-[25rem] lg:me-6">
      <div className="rounded-t-full border-2 border-b-0 border-ink p-3">
        <div className="rounded-t-full border border-b-0 border-edge p-3">
          <div className="rounded-t-full bg-sunken">
            <div className="-mx-6 grid justify-items-center pt-[calc((100%-316px)/2)] pb-14">
              <WithApi fallback={<DayBadge to={paths.citizenship()} />}>
                <LinkedDayBadge />
              </WithApi>
            </div>
          </div>
        </div>
      </div>
      <div aria-hidden="true" className="-mx-4 grid justify-items-center">
        <div className="h-3 w-[calc(100%-2rem)] bg-ink" />
        <div className="h-3 w-[calc(100%-1rem)] bg-edge" />
        <div className="h-3 w-full bg-line" />
      </div>
    </div>
  )
}
