import { limits } from '@portico/shared/words/limits'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { trpc, type RouterInputs, type RouterOutputs } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Loading } from '../../../ui/feedback/skeleton.tsx'

type Trial = RouterOutputs['questionnaires']['getRuleTrial']
type Filter = Omit<RouterInputs['questionnaires']['getRuleTrialList'], 'id' | 'pagination'>

const unfinished: readonly Trial['status'][] = ['waiting', 'running']
const atOnce = 20

/** What the rules of the chosen files would have said of past answers: while the job runs how far it is, then who would change. */
export function RuleTrial({ id }: { id: number }) {
  const trial = trpc.questionnaires.getRuleTrial.useQuery(
    { id },
    { refetchInterval: ({ state }) => (state.data && !unfinished.includes(state.data.status) ? false : limits.downloadPollMs) },
  )
  return (
    <section className="grid max-w-prose gap-4" aria-label="Trial of the rules">
      <h2 className="text-xl">Trial of the rules</h2>
      {trial.error && <ErrorBanner error={trial.error} retry={() => void trial.refetch()} />}
      {trial.isPending && !trial.error && <Loading />}
      {trial.data && <Outcome trial={trial.data} />}
    </section>
  )
}

function Outcome({ trial }: { trial: Trial }) {
  const { id, name, status, done, total, respondents, questions } = trial
  if (unfinished.includes(status)) return <ProgressBar value={done} max={Math.max(total, 1)} text={`${done} of ${total} responses`} />
  if (status === 'failed') return <Banner kind="error">The trial could not be finished. Start it again.</Banner>
  if (respondents.length === 0) return <p>{`Nothing would change for the responses to ${name} so far (${total}).`}</p>
  return (
    <>
      <p className="text-mute">
        {`${total === 1 ? '1 response' : `${total} responses`} to ${name}, judged again, each as on the day it arrived. Nothing has changed: the rules count for new responses once you publish.`}
      </p>
      <ul className="grid gap-3">
        {respondents.map(({ from, to, count }) => (
          <Figure key={`${from} ${to}`} id={id} filter={{ from, to }} text={respondentsText(from, to, count)} />
        ))}
      </ul>
      <h3 className="text-lg">By question</h3>
      <ul className="grid gap-3">
        {questions.map(({ identifier, turnedRed, turnedGreen }) => (
          <li key={identifier} className="grid gap-1">
            <code className="wrap-anywhere">{identifier}</code>
            <ul className="grid gap-1">
              {turnedRed > 0 && (
                <Figure id={id} filter={{ turnedRed: identifier }} text={`${answersText(turnedRed)} would have been red`} />
              )}
              {turnedGreen > 0 && (
                <Figure id={id} filter={{ turnedGreen: identifier }} text={`${answersText(turnedGreen)} would not have been red`} />
              )}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}

function respondentsText(from: string, to: string, count: number): string {
  const who = count === 1 ? '1 respondent' : `${count} respondents`
  return from === to ? `${who}: ${from} as before, by other answers` : `${who}: ${from} would have been ${to}`
}

function answersText(count: number): string {
  return count === 1 ? '1 answer' : `${count} answers`
}

/** A number, and on demand the list behind it. */
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
      {open && <Behind id={id} filter={filter} />}
    </li>
  )
}

function Behind({ id, filter }: { id: number; filter: Filter }) {
  const [count, setCount] = useState(atOnce)
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
