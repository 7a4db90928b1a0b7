import { useId, useState } from 'react'
import { saveText } from '../../ui/media/save-blob.ts'
import type { RouterOutputs } from '../../api/trpc.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { type ProblemLine, problemLines } from './upload-form.ts'

type Problem = RouterOutputs['questionnaires']['getUploadProblems']['problems'][number]

interface UploadProblemsProps {
  message: string | undefined
  label: string
  /** Fetches all problems with all their locations. */
  fetchAll: () => Promise<readonly Problem[]>
}

/** Lists each problem with its location and fix. A plain sentence is already shown at the field. */
export function UploadProblems({ message, label, fetchAll }: UploadProblemsProps) {
  const lines = problemLines(message ?? '')
  if (lines.length === 0 || (lines.length === 1 && lines[0]?.code === '')) return null
  return (
    <div className="grid gap-3">
      <ul aria-label={label} className="grid gap-3 border-s-2 border-stop ps-4">
        {lines.map((line) => (
          <UploadProblem key={`${line.code} ${line.location} ${line.text}`} line={line} />
        ))}
      </ul>
      <AllProblems fetchAll={fetchAll} />
    </div>
  )
}

function UploadProblem({ line: { code, location, text } }: { line: ProblemLine }) {
  return (
    <li className="grid gap-0.5">
      {location && (
        <span className="flex flex-wrap gap-x-2 text-sm text-mute">
          <code className="font-bold wrap-anywhere text-ink">{location}</code>
          <span>{code}</span>
        </span>
      )}
      <span className="wrap-anywhere">{text}</span>
    </li>
  )
}

/** Downloads all problems with their locations as a text file, one per line. */
function AllProblems({ fetchAll }: Pick<UploadProblemsProps, 'fetchAll'>) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const save = async () => {
    setState('busy')
    try {
      const problems = await fetchAll()
      saveText(problems.map(({ code, location, message }) => `[${code}] ${location}: ${message}\r\n`).join(''), 'problems.txt')
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className="grid justify-items-start gap-1">
      <Button kind="quiet" size="small" icon="download" busy={state === 'busy'} onClick={() => void save()}>
        Every problem in a file
      </Button>
      <FieldError id={useId()} error={state === 'failed' ? 'Failed to retrieve file' : undefined} />
    </div>
  )
}

/** Returns the error of the field: a plain sentence itself, or that the list below has one or more problems. */
export function headline(message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  const lines = problemLines(message)
  if (lines.length === 1 && lines[0]?.code === '') return message
  return lines.length === 1 ? 'There is a problem in this file.' : 'There are problems in this file.'
}

/** Lists warnings, which do not prevent publishing. */
export function UploadWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <div className="grid gap-3">
      <h3>{`Warnings (${warnings.length})`}</h3>
      <ul className="grid gap-3 border-s-2 border-wait ps-4">
        {problemLines(warnings.join('\n')).map((line) => (
          <UploadProblem key={`${line.code} ${line.location} ${line.text}`} line={line} />
        ))}
      </ul>
    </div>
  )
}
