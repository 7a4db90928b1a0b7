import { ErrorBanner } from '../../layout/error-banner.tsx'
import type { Overview } from '@portico/shared/contract/overview'
import { languageOf } from '@portico/shared/words/languages'
import type { ReactNode } from 'react'
import { trpc } from '../../api/trpc.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { FlagMark } from '../../ui/lists/flag-mark.tsx'
import { SkeletonBox } from '../../ui/feedback/skeleton.tsx'
import { BarChart, DayChart } from './charts.tsx'

/** How many there are: by flag as figures, by language, agency and day as charts. They count what the list below pages by. */
export function OverviewFigures({ workshop }: { workshop: string | undefined }) {
  const overview = trpc.responses.getOverview.useQuery({ name: workshop })
  if (overview.error && !overview.data) return <ErrorBanner error={overview.error} retry={() => void overview.refetch()} />
  if (!overview.data) return <FiguresLoading />
  if (overview.data.total === 0) return null
  const { byLanguage, byAgency, byDay, unassigned } = overview.data
  return (
    <section aria-label="Figures" className="grid gap-6">
      <Flags overview={overview.data} />
      {unassigned > 0 && <Waiting count={unassigned} />}
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        <BarChart
          title="By language they prefer"
          unit="Language"
          bars={byLanguage.map(({ language, respondents }) => ({
            name: languageOf(language)?.englishName ?? language,
            respondents,
          }))}
        />
        <BarChart
          title="By agency"
          unit="Agency"
          bars={byAgency.map(({ agency, respondents }) => ({ name: agency?.name ?? 'No agency', respondents }))}
        />
        <DayChart days={byDay} />
      </div>
    </section>
  )
}

function FiguresLoading() {
  return (
    <div className="grid gap-6">
      <SkeletonBox height={88} />
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        <SkeletonBox height={220} />
        <SkeletonBox height={220} />
        <SkeletonBox height={220} />
      </div>
    </div>
  )
}

function Flags({ overview }: { overview: Overview }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-3 lg:grid-cols-5">
      <Figure name="All respondents" count={overview.total} wide />
      {overview.byFlag.map(({ flag, respondents }) => (
        <Figure key={flag} name={<FlagMark flag={flag} size={16} />} count={respondents} />
      ))}
    </dl>
  )
}

/** `wide` fills the row that would be short of one where they do not all fit beside each other. */
function Figure({ name, count, wide = false }: { name: ReactNode; count: number; wide?: boolean }) {
  return (
    <div className={`grid content-start gap-1 bg-raised px-4 py-3 ${wide ? 'col-span-2 lg:col-span-1' : ''}`}>
      <dt className="text-sm text-mute">{name}</dt>
      <dd className="tabular text-2xl leading-tight font-bold">{count.toLocaleString('en')}</dd>
    </div>
  )
}

function Waiting({ count }: { count: number }) {
  return (
    <Banner kind="warning">
      <p>
        <b>{`${count} unassigned.`}</b>{' '}
        {`${count === 1 ? 'This respondent waits' : 'These respondents wait'} for an agency, because none takes part in their workshop. Add one under Workshops, or assign them one by one.`}
      </p>
    </Banner>
  )
}
