import type { RespondentEntry } from '@portico/shared/contract/responses'
import { limits } from '@portico/shared/words/limits'
import { useSearchParams } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { useWorkshops } from '../../../layout/workshops/use-workshops.ts'
import { Page } from '../../../layout/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { useCaseEntry } from '../use-open-case.ts'
import { useTextsOfCases } from '../use-question-texts.ts'
import type { ReviewScope } from '../review/review-calls.ts'
import { PrintedCase } from './printed-case.tsx'
import './print.css'

/**
 * /home/agency/print and /home/admin/print: one case (`case`), or the first 200 waiting cases (`agency`), for printing from the browser.
 */
export function PrintPage({ scope }: { scope: ReviewScope }) {
  const [params] = useSearchParams()
  const one = params.get('case')
  return one === null ? <WaitingCases agencyId={Number(params.get('agency') ?? 0)} /> : <OneCase scope={scope} anonymousId={one} />
}

function OneCase({ scope, anonymousId }: { scope: ReviewScope; anonymousId: string }) {
  const entry = useCaseEntry(scope, anonymousId, true)
  if (entry.error) return <ErrorBanner error={entry.error} retry={() => void entry.refetch()} />
  return <Sheets entries={entry.data && [entry.data]} />
}

function WaitingCases({ agencyId }: { agencyId: number }) {
  const pages = trpc.useQueries((t) =>
    [0, limits.maxPageCount].map((offset) =>
      t.agency.getAssignedRespondents({
        agencyId,
        pagination: { offset, count: limits.maxPageCount },
        includeGreen: false,
        includeRed: false,
        includeInProgress: true,
        filter: { query: '' },
      }),
    ),
  )
  const error = pages.find((page) => page.error)?.error
  if (error) return <ErrorBanner error={error} retry={() => pages.forEach((page) => void page.refetch())} />
  return <Sheets entries={pages.every((page) => page.data) ? pages.flatMap((page) => page.data?.items ?? []) : undefined} />
}

/** Renders each case on its own sheets, below controls that are not printed. */
function Sheets({ entries }: { entries: readonly RespondentEntry[] | undefined }) {
  const infos = trpc.useQueries((t) =>
    (entries ?? []).map(({ respondent }) => t.responses.getRespondentAnswerInfo({ respondent: { anonymousId: respondent.anonymousId } })),
  )
  const texts = useTextsOfCases(infos.flatMap(({ data }) => data ?? []))
  const workshops = useWorkshops()
  const ready = infos.filter((info) => info.data).length
  const total = entries?.length
  // Without them, only the identifiers of questions and the names of workshops would be printed.
  const hasTexts = texts.every((text) => text.data) && !workshops.isPending
  const isReady = total !== undefined && ready === total && hasTexts
  const error = [...infos, ...texts].find((query) => query.error)?.error
  return (
    <Page title={total === 1 ? 'Print a case' : 'Print the cases that wait'}>
      <div className="no-print grid justify-items-start gap-4">
        <p className="max-w-prose text-mute">
          Each case begins on a new sheet of A4 or Letter, in black and white. Notes are not printed. The sheets name people and their
          answers: keep them as you keep the files.
        </p>
        {error && <ErrorBanner error={error} />}
        {!isReady && !error && total !== undefined && <ProgressBar value={ready} max={total} text={`${ready} of ${total} cases`} />}
        <Button disabledReason={isReady && total > 0 ? undefined : 'The cases are not all here yet'} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {total === 0 && <EmptyState text="No cases are waiting." />}
      {isReady &&
        entries?.map((entry, index) => {
          const info = infos[index]?.data
          return info && <PrintedCase key={entry.respondent.anonymousId} entry={entry} info={info} />
        })}
    </Page>
  )
}
