import { problemLines } from './upload-form.ts'

/** Each problem of a file in a line of its own: where it is, and what to do. A single sentence has its place at the field already. */
export function UploadProblems({ message, label }: { message: string | undefined; label: string }) {
  const lines = problemLines(message ?? '')
  if (lines.length === 0 || (lines.length === 1 && lines[0]?.code === '')) return null
  return (
    <ul aria-label={label} className="grid gap-3 border-s-2 border-stop ps-4">
      {lines.map(({ code, location, text }) => (
        <li key={`${code} ${location} ${text}`} className="grid gap-0.5">
          {location && (
            <span className="flex flex-wrap gap-x-2 text-sm text-mute">
              <code className="font-bold wrap-anywhere text-ink">{location}</code>
              <span>{code}</span>
            </span>
          )}
          <span className="wrap-anywhere">{text}</span>
        </li>
      ))}
    </ul>
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
        {problemLines(warnings.join('\n')).map(({ code, location, text }) => (
          <li key={`${code} ${location} ${text}`} className="grid gap-0.5">
            {location && (
              <span className="flex flex-wrap gap-x-2 text-sm text-mute">
                <code className="font-bold wrap-anywhere text-ink">{location}</code>
                <span>{code}</span>
              </span>
            )}
            <span className="wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
