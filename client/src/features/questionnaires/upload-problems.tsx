import { useId, useState } from 'react'
import { saveText } from '../../api/files.ts'
import type { RouterOutputs } from '../../api/trpc.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { type ProblemLine, problemLines } from './upload-form.ts'

type Problem = RouterOutputs['questionnaires']['getUploadProblems']['problems'][number]

interface UploadProblemsProps {
  message: string | undefined
  label: string
  /** Fetches every problem at every place. */
  fetchAll: () => Promise<readonly Problem[]>
}

/** Each cause in a line of its own: where it is, and what to do. A single sentence has its place at the field already. */
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

/** Every problem at every place, as a text file: a line each. */
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

/** What stands at the field itself: the sentence, or how many problems the list under it has. */
export function headline(message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  const lines = problemLines(message)
  if (lines.length === 1 && lines[0]?.code === '') return message
  return lines.length === 1 ? 'There is a problem in this file.' : 'There are problems in this file.'
}

/** What is worth a look, though nothing was refused. */
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
