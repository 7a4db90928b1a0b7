import { limits } from '@portico/shared/words/limits'
import { useId, useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { trpc, type RouterOutputs } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { FlagMark } from '../../../ui/lists/flag-mark.tsx'
import { Loading } from '../../../ui/feedback/skeleton.tsx'

export type Version = RouterOutputs['questionnaires']['getQuestionnaireList']['items'][number]
type Difference = RouterOutputs['questionnaires']['getVersionDifference']
type Fact = Difference['questionnaire'][number]

export interface VersionToolsProps {
  version: Version
  detail: string | undefined
  onToggle: () => void
  /** Called with the preview of how the version's rules change open cases; undefined if there is a newer version. */
  onPreviewed: ((trial: number) => void) | undefined
}

/** The actions of a version: compare, publish again, and apply its rules to open cases. */
export function VersionTools({ version, detail, onToggle, onPreviewed }: VersionToolsProps) {
  const about = `${version.name}, version ${version.version}`
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        kind="quiet"
        size="small"
        aria-label={`Compare ${about}`}
        aria-expanded={detail !== undefined}
        aria-controls={detail}
        onClick={onToggle}
      >
        Compare
      </Button>
      <PublishAgain version={version} about={about} />
      {onPreviewed && version.version > 1 && <RulesForOpenCases id={version.id} about={about} onPreviewed={onPreviewed} />}
    </div>
  )
}

/** Previews how the rules of the newest version change open cases. */
export function RulesForOpenCases({ id, about, onPreviewed }: { id: number; about: string; onPreviewed: (trial: number) => void }) {
  const preview = trpc.responses.previewNewRules.useMutation({ onSuccess: (trial) => onPreviewed(trial.id) })
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        aria-label={`Rules for open cases: ${about}`}
        busy={preview.isPending}
        onClick={() => preview.mutate({ questionnaireId: id })}
      >
        Rules for open cases
      </Button>
      <FieldError id={useId()} error={preview.error ? failureOf(preview.error).message : undefined} />
    </>
  )
}

function PublishAgain({ version: { id, name }, about }: { version: Version; about: string }) {
  const utils = trpc.useUtils()
  const again = trpc.questionnaires.publishAgain.useMutation()
  const [asking, setAsking] = useState(false)
  const [failed, setFailed] = useState(false)
  const confirm = async () => {
    try {
      const published = await again.mutateAsync({ id })
      setFailed(false)
      showToast(`${name}, version ${published.version}, is published.`)
      void utils.questionnaires.getQuestionnaireList.invalidate()
    } catch {
      setFailed(true)
    }
    setAsking(false)
  }
  return (
    <>
      <Button kind="quiet" size="small" aria-label={`Publish again: ${about}`} onClick={() => setAsking(true)}>
        Publish again
      </Button>
      <FieldError id={useId()} error={failed ? 'It could not be published. Try again.' : undefined} />
      <ConfirmDialog
        open={asking}
        title={`Publish ${about}, again?`}
        confirmLabel="Publish"
        busy={again.isPending}
        busyLabel="Publishing"
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        It becomes the newest version, and people who begin from now on are asked its questions. Responses already sent keep the version
        they were given for.
      </ConfirmDialog>
    </>
  )
}

/** Shows the changes to this version from another one, selected from a list. */
export function VersionComparison({ version }: { version: Version }) {
  const list = trpc.questionnaires.getQuestionnaireList.useQuery({ pagination: { offset: 0, count: limits.maxPageCount } })
  const others = (list.data?.items ?? []).filter(({ id }) => id !== version.id)
  const sameName = others.filter(({ name }) => name === version.name)
  const before = sameName.find((other) => other.version < version.version) ?? sameName[0]
  const [chosen, setChosen] = useState<number>()
  const from = chosen ?? before?.id
  const difference = trpc.questionnaires.getVersionDifference.useQuery(
    { from: from ?? version.id, to: version.id },
    { enabled: from !== undefined, staleTime: Infinity },
  )
  const error = list.error ?? difference.error
  if (error) return <ErrorBanner error={error} />
  if (!list.data) return <Loading />
  if (others.length === 0) return <p className="text-mute">There is no other version yet.</p>
  return (
    <div className="grid gap-4 py-2">
      <div className="max-w-narrow">
        <Select
          label="Compare with"
          placeholder="Please select"
          value={String(from ?? '')}
          choices={[...sameName, ...others.filter((other) => !sameName.includes(other))].map(({ id, name, version: number }) => ({
            value: String(id),
            label: `${name}, version ${number}`,
          }))}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      </div>
      {from !== undefined && (difference.data ? <Changes difference={difference.data} /> : <Loading />)}
    </div>
  )
}

const changeLabels = { added: 'added', removed: 'removed', changed: 'changed' } as const

/** Lists the differences question by question. */
export function Changes({ difference: { questionnaire, questions } }: { difference: Difference }) {
  if (questionnaire.length === 0 && questions.length === 0) return <p>Both say the same.</p>
  return (
    <ul className="grid gap-4">
      {questionnaire.length > 0 && (
        <li className="grid gap-1">
          <span className="font-bold">The questionnaire</span>
          <Facts facts={questionnaire} />
        </li>
      )}
      {questions.map(({ identifier, change, facts }) => (
        <li key={identifier} className="grid gap-1">
          <span className="flex flex-wrap gap-x-2">
            <code className="font-bold wrap-anywhere">{identifier}</code>
            <span className="text-mute">{changeLabels[change]}</span>
          </span>
          <Facts facts={facts} />
        </li>
      ))}
    </ul>
  )
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-2 border-s-2 border-edge ps-3">
      {facts.map(({ what, before, after }) => (
        <div key={what} className="grid gap-0.5">
          <dt className="flex items-center gap-1.5 text-sm text-mute">
            {what === 'newly red' && <FlagMark flag="red" size={14} wordHidden />}
            {what}
          </dt>
          {before !== '' && (
            <dd className="wrap-anywhere">
              <del className="text-mute">
                <span className="sr-only">before: </span>
                <bdi>{before}</bdi>
              </del>
            </dd>
          )}
          {after !== '' && (
            <dd className="wrap-anywhere">
              <ins className="no-underline">
                <span className="sr-only">now: </span>
                <bdi>{after}</bdi>
              </ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
