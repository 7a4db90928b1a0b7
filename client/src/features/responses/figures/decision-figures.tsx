import type { Figures } from '@portico/shared/contract/overview'
import { languageOf } from '@portico/shared/words/languages'
import { limits } from '@portico/shared/words/limits'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { WeekTable } from './week-table.tsx'
import { SkeletonBox } from '../../../ui/feedback/skeleton.tsx'

/**
 * Shows how long decisions took, no-shows, and responses per week; rendered when the charts are opened (shared/spec/contract.md#figures).
 */
export function DecisionFigures({ workshop }: { workshop: string | undefined }) {
  const figures = trpc.responses.getFigures.useQuery({ name: workshop })
  if (figures.error) return <ErrorBanner error={figures.error} retry={() => void figures.refetch()} />
  if (!figures.data) return <SkeletonBox height={80} />
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-2">
      <Decisions figures={figures.data} />
      {figures.data.byWeek.length > 0 && <WeekTable weeks={figures.data.byWeek} />}
      {figures.data.dropOff.length > 0 && <DropOff dropOff={figures.data.dropOff} />}
    </div>
  )
}

function Decisions({ figures: { decided, byAgency, byLanguage, expected } }: { figures: Figures }) {
  if (!decided && !expected) return null
  const groups = [
    ...byAgency.map(({ agency, ...median }) => ({ name: agency.name, ...median })),
    ...byLanguage.map(({ language, ...median }) => ({ name: languageOf(language)?.englishName ?? language, ...median })),
  ]
  return (
    <section className="grid max-w-prose gap-4" aria-labelledby="decision-figures">
      <h2 id="decision-figures" className="text-base">
        Decisions and attendance
      </h2>
      {expected && <p>{`${expected.absent} of ${expected.respondents} green dots were not checked in at workshops that are over.`}</p>}
      {decided && (
        <table className="tabular w-full text-sm">
          <caption className="pb-2 text-start">Median days from the response to the decision</caption>
          <thead>
            <tr className="text-mute">
              <th scope="col" className="text-start font-medium">
                Agency or language
              </th>
              <th scope="col" className="text-end font-medium">
                Respondents
              </th>
              <th scope="col" className="text-end font-medium">
                Days
              </th>
            </tr>
          </thead>
          <tbody>
            {[{ name: 'All', ...decided }, ...groups].map(({ name, respondents, medianDays }) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="py-1 text-start font-normal wrap-anywhere">
                  {name}
                </th>
                <td className="py-1 text-end">{respondents}</td>
                <td className="py-1 text-end">{medianDays}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function DropOff({ dropOff }: { dropOff: Figures['dropOff'] }) {
  return (
    <section className="grid max-w-prose gap-2" aria-labelledby="drop-off">
      <h2 id="drop-off" className="text-base">
        Left without sending
      </h2>
      <table className="tabular w-full text-sm" aria-labelledby="drop-off">
        <thead>
          <tr className="text-mute">
            <th scope="col" className="text-start font-medium">
              Last question
            </th>
            <th scope="col" className="text-end font-medium">
              Times
            </th>
          </tr>
        </thead>
        <tbody>
          {dropOff.map(({ name, version, identifier, times }) => (
            <tr key={`${name} ${version} ${identifier}`} className="border-t border-line">
              <th scope="row" className="py-1 text-start font-normal wrap-anywhere">
                {identifier} <span className="text-mute">{`${name}, version ${version}`}</span>
              </th>
              <td className="py-1 text-end">{times}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-mute">{`In all workshops together. Questions at which fewer than ${limits.smallestGroup} left are not shown.`}</p>
    </section>
  )
}
