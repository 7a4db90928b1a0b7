import { limits } from '@portico/shared/words/limits'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { trpc, type RouterInputs, type RouterOutputs } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { BreakableName } from '../../../ui/breakable-name.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { focusOnce } from '../../../ui/feedback/focus-once.ts'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Loading } from '../../../ui/feedback/skeleton.tsx'

type Trial = RouterOutputs['questionnaires']['getRuleTrial']
type Filter = Omit<RouterInputs['questionnaires']['getRuleTrialList'], 'id' | 'pagination'>

const unfinishedStatuses: readonly Trial['status'][] = ['waiting', 'running', 'applying']
const initialCount = 20

/**
 * Shows what the rules of the selected files would have said about past answers, or what those of a published version change in open cases:
 * progress while the job runs, then who would change.
 */
export function RuleTrial({ id }: { id: number }) {
  const trial = trpc.questionnaires.getRuleTrial.useQuery(
    { id },
    { refetchInterval: ({ state }) => (state.data && !unfinishedStatuses.includes(state.data.status) ? false : limits.downloadPollMs) },
  )
  const title = trial.data?.openCases ? `New rules for open cases: ${trial.data.name}` : 'Trial of the rules'
  return (
    <section ref={focusOnce} tabIndex={-1} className="grid max-w-prose gap-4" aria-label={title}>
      <h2 className="text-xl">
        <BreakableName name={title} />
      </h2>
      {trial.error && <ErrorBanner error={trial.error} retry={() => void trial.refetch()} />}
      {trial.isPending && !trial.error && <Loading />}
      {trial.data && <TrialOutcome trial={trial.data} />}
    </section>
  )
}

function TrialOutcome({ trial }: { trial: Trial }) {
  const { name, status, done, total, respondents, openCases } = trial
  const unit = openCases ? 'cases' : 'responses'
  if (unfinishedStatuses.includes(status)) return <ProgressBar value={done} max={Math.max(total, 1)} text={`${done} of ${total} ${unit}`} />
  if (status === 'failed') return <Banner kind="error">The trial could not be finished. Start it again.</Banner>
  if (openCases) return <OpenCases trial={trial} openCases={openCases} />
  if (respondents.length === 0) return <p>{`Nothing would change for the responses to ${name} so far (${total}).`}</p>
  return (
    <>
      <p className="text-mute">
        {`${total === 1 ? '1 response' : `${total} responses`} to ${name}, judged again, each as on the day it arrived. Nothing has changed: the rules count for new responses once you publish.`}
      </p>
      <Figures trial={trial} />
    </>
  )
}

/** Lists who would change, first those who must be phoned, with a button to apply the rules; once applied, shows the outcome. */
function OpenCases({ trial, openCases: { version, telephone, changed } }: { trial: Trial; openCases: NonNullable<Trial['openCases']> }) {
  const { id, status, total, respondents } = trial
  const isApplied = status === 'applied'
  if (respondents.length === 0 && !isApplied) return <NoOpenCases id={id} version={version} />
  const count = respondents.reduce((sum, group) => sum + group.count, 0)
  const left = total - changed
  return (
    <>
      {isApplied ? (
        <Banner kind="success">
          {`${casesText(changed)} got new flags.`}
          {left > 0 && ` ${casesText(left)} had been decided, checked in or deleted meanwhile and stayed as they were.`}
        </Banner>
      ) : (
        <p className="text-mute">
          {`Open cases of earlier versions, judged by the rules of version ${version}. Nothing has changed yet. What somebody decided on an answer stays.`}
        </p>
      )}
      {telephone > 0 && (
        <ul className="grid gap-3 border-s-4 border-wait ps-4">
          <Figure
            id={id}
            filter={{ telephone: true }}
            text={`Telephone ${telephone === 1 ? '1 respondent who was' : `${telephone} respondents who were`} told to come and would not be green any more`}
          />
        </ul>
      )}
      {respondents.length > 0 && <Figures trial={trial} />}
      {!isApplied && <ApplyRules id={id} label={`Give ${casesText(count)} the new flags`} confirmLabel="Give the new flags" />}
    </>
  )
}

function NoOpenCases({ id, version }: { id: number; version: number }) {
  return (
    <>
      <p>
        {`The rules of version ${version} change no open case of an earlier version. Once applied, they also judge responses to an earlier version that arrive later, and cases that are opened again.`}
      </p>
      <ApplyRules id={id} label={`Apply the rules of version ${version}`} confirmLabel="Apply the rules" />
    </>
  )
}

function ApplyRules({ id, label, confirmLabel }: { id: number; label: string; confirmLabel: string }) {
  const utils = trpc.useUtils()
  const apply = trpc.responses.applyNewRules.useMutation({ onSettled: () => utils.questionnaires.getRuleTrial.invalidate({ id }) })
  const [asking, setAsking] = useState(false)
  return (
    <div className="grid justify-items-start gap-3">
      {apply.error && <ErrorBanner error={apply.error} />}
      <Button busy={apply.isPending} busyLabel="Starting" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        title={`${label}?`}
        confirmLabel={confirmLabel}
        onConfirm={() => {
          setAsking(false)
          apply.mutate({ id })
        }}
        onCancel={() => setAsking(false)}
      >
        Each change stands in the history of its case in your name, with the reason of the rule, and a reviewer can reverse it. Nobody is
        invited or told by it.
      </ConfirmDialog>
    </div>
  )
}

function casesText(count: number): string {
  return count === 1 ? '1 case' : `${count} cases`
}

/** Shows how many respondents and answers would change, each number with its list. */
function Figures({ trial: { id, respondents, questions, openCases } }: { trial: Trial }) {
  const [red, green] = openCases ? ['turned red', 'not red any more'] : ['would have been red', 'would not have been red']
  return (
    <>
      <ul className="grid gap-3">
        {respondents.map(({ from, to, count }) => (
          <Figure
            key={`${from} ${to}`}
            id={id}
            filter={{ from, to }}
            text={respondentsText({ from, to, count }, openCases !== undefined)}
          />
        ))}
      </ul>
      <h3 className="text-lg">By question</h3>
      <ul className="grid gap-3">
        {questions.map(({ identifier, turnedRed, turnedGreen }) => (
          <li key={identifier} className="grid gap-1">
            <code className="wrap-anywhere">{identifier}</code>
            <ul className="grid gap-1">
              {turnedRed > 0 && <Figure id={id} filter={{ turnedRed: identifier }} text={`${answersText(turnedRed)} ${red}`} />}
              {turnedGreen > 0 && <Figure id={id} filter={{ turnedGreen: identifier }} text={`${answersText(turnedGreen)} ${green}`} />}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}

function respondentsText({ from, to, count }: Trial['respondents'][number], isOpen: boolean): string {
  const who = count === 1 ? '1 respondent' : `${count} respondents`
  if (from === to) return `${who}: ${from} as before, by other answers${isOpen ? ' or for other reasons' : ''}`
  return isOpen ? `${who}: ${from}, then ${to}` : `${who}: ${from} would have been ${to}`
}

function answersText(count: number): string {
  return count === 1 ? '1 answer' : `${count} answers`
}

/** A number with an expandable list. */
function Figure({ id, filter, text }: { id: number; filter: Filter; text: string }) {
  const [open, setOpen] = useState(false)
  return (
    <li className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3">
        {text}
        <Button kind="quiet" size="small" aria-expanded={open} aria-label={`Who: ${text}`} onClick={() => setOpen(!open)}>
          Who
        </Button>
      </p>
      {open && <AffectedRespondents id={id} filter={filter} />}
    </li>
  )
}

function AffectedRespondents({ id, filter }: { id: number; filter: Filter }) {
  const [count, setCount] = useState(initialCount)
  const list = trpc.questionnaires.getRuleTrialList.useQuery(
    { id, ...filter, pagination: { offset: 0, count } },
    { placeholderData: keepPreviousData },
  )
  if (list.error) return <ErrorBanner error={list.error} retry={() => void list.refetch()} />
  if (!list.data) return <Loading />
  const { items, meta } = list.data
  const more = Math.min(meta.count, limits.maxPageCount)
  return (
    <div className="grid justify-items-start gap-2 border-s-4 border-line ps-4">
      <ul className="grid gap-1">
        {items.map(({ anonymousId }) => (
          <li key={anonymousId}>
            <Link href={`${paths.allResponses()}?open=${anonymousId}`} className="link">
              {anonymousId}
            </Link>
          </li>
        ))}
      </ul>
      {items.length < more && (
        <Button kind="secondary" size="small" onClick={() => setCount(more)}>
          {`Show ${more} of ${meta.count}`}
        </Button>
      )}
    </div>
  )
}
