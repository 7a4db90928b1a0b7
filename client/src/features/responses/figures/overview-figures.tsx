import { ErrorBanner } from '../../../layout/error-banner.tsx'
import type { Overview } from '@portico/shared/contract/overview'
import { languageOf } from '@portico/shared/words/languages'
import { limits } from '@portico/shared/words/limits'
import { useState, type ReactNode } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { FlagMark } from '../../../ui/lists/flag-mark.tsx'
import { SkeletonBox } from '../../../ui/feedback/skeleton.tsx'
import { BarChart, DayChart, type Bar } from './charts.tsx'
import { DecisionFigures } from './decision-figures.tsx'

/** Shows totals on one line, and charts by language, agency and day on request. They count the same respondents as the list below. */
export function OverviewFigures({ workshop }: { workshop: string | undefined }) {
  const overview = trpc.responses.getOverview.useQuery({ name: workshop })
  const [open, setOpen] = useState(false)
  if (overview.error && !overview.data) return <ErrorBanner error={overview.error} retry={() => void overview.refetch()} />
  if (!overview.data) return <SkeletonBox height={44} />
  const { total, byFlag, unassigned } = overview.data
  if (total === 0) return null
  return (
    <section aria-label="Figures" className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          <Figure name="All" count={total} />
          {byFlag.map(({ flag, respondents }) => (
            <Figure key={flag} name={<FlagMark flag={flag} size={16} />} count={respondents} />
          ))}
          {unassigned > 0 && <Figure name="No agency" count={unassigned} />}
        </dl>
        <Button kind="secondary" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide charts' : 'Show charts'}
        </Button>
      </div>
      {open && <Charts overview={overview.data} />}
      {open && <DecisionFigures workshop={workshop} />}
    </section>
  )
}

function Figure({ name, count }: { name: ReactNode; count: number }) {
  return (
    <div className="flex items-center gap-2">
      <dt className="text-sm text-mute">{name}</dt>
      <dd className="tabular font-bold">{count.toLocaleString('en')}</dd>
    </div>
  )
}

function Charts({ overview: { byLanguage, byAgency, byDay, unassigned } }: { overview: Overview }) {
  const languages = byLanguage.map(({ language, respondents }) => ({ name: languageOf(language)?.englishName ?? language, respondents }))
  const agencies = byAgency.flatMap(({ agency, respondents }) => (agency ? { name: agency.name, respondents } : []))
  const small = [...languages, ...agencies].some(isSmall)
  return (
    <div className="grid gap-4">
      {unassigned > 0 && (
        <p>
          {`${unassignedText(unassigned)} no agency: none takes part in the workshop, or the answers may not be shared. Add an agency under Workshops. Assign somebody who did not agree to sharing only after they agree.`}
        </p>
      )}
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        <Groups title="By language they prefer" unit="Language" bars={languages} />
        <Groups title="By agency" unit="Agency" bars={agencies} />
        <DayChart days={byDay} />
      </div>
      {small && <p className="text-sm text-mute">{`Languages and agencies of fewer than ${limits.smallestGroup} are not shown.`}</p>}
    </div>
  )
}

function unassignedText(count: number): string {
  return count === 1 ? '1 respondent who is in progress or red has' : `${count} respondents who are in progress or red have`
}

function Groups({ bars, ...chart }: { title: string; unit: string; bars: readonly Bar[] }) {
  const shown = bars.filter((bar) => !isSmall(bar))
  return shown.length > 0 && <BarChart {...chart} bars={shown} />
}

function isSmall({ respondents }: Bar): boolean {
  return respondents < limits.smallestGroup
}
