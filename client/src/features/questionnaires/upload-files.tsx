import type { FileKind } from '@portico/shared/contract/questionnaires'
import { useId, useState } from 'react'
import { saveFile } from '../../layout/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'

interface Offered {
  kind: FileKind
  label: string
  fileName: string
}

const example: readonly Offered[] = [
  { kind: 'questions', label: 'Example question file', fileName: 'questions.xlsx' },
  { kind: 'template', label: 'Example template', fileName: 'template.xlsx' },
  { kind: 'metadata', label: 'Example metadata file', fileName: 'field-metadata.csv' },
]

const ofVersion: readonly Offered[] = [
  { kind: 'questions', label: 'Questions', fileName: 'questions.xlsx' },
  { kind: 'template', label: 'Template', fileName: 'template.xlsx' },
  { kind: 'metadata', label: 'Metadata', fileName: 'field-metadata.csv' },
  { kind: 'starter', label: 'New template', fileName: 'starter-template.xlsx' },
]

/** Three valid files to start from. */
export function ExampleFiles() {
  return (
    <section className="grid gap-2">
      <h2 className="text-lg">Start from an example</h2>
      <p className="text-mute">
        Change these files and upload them above: 61 questions and 14 follow-ups in three languages, with their red-flag rules.
      </p>
      <SavedFiles files={example} save={({ kind, fileName }) => saveFile(path, { kind }, fileName)} />
    </section>
  )
}

/** Downloads the files of a published version; uploading them again yields the same questionnaire. */
export function VersionFiles({ version: { id, name, version } }: { version: { id: number; name: string; version: number } }) {
  const save = ({ kind, fileName }: Offered) => saveFile(path, { id, kind }, `${name}-${version}-${fileName}`)
  return <SavedFiles files={ofVersion} save={save} about={`of ${name}, version ${version}`} />
}

const path = 'questionnaires/getQuestionnaireFile'

function SavedFiles({ files, save, about }: { files: readonly Offered[]; save: (file: Offered) => Promise<void>; about?: string }) {
  const [busy, setBusy] = useState<FileKind>()
  const [failed, setFailed] = useState(false)
  const errorId = useId()
  const fetchFile = async (file: Offered) => {
    setBusy(file.kind)
    setFailed(false)
    await save(file).catch(() => setFailed(true))
    setBusy(undefined)
  }
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap gap-2" role="group" aria-label={`Files ${about ?? 'of the example'}`}>
        {files.map((file) => (
          <Button key={file.kind} kind="quiet" size="small" icon="download" busy={busy === file.kind} onClick={() => void fetchFile(file)}>
            {file.label}
          </Button>
        ))}
      </div>
      <FieldError id={errorId} error={failed ? 'Failed to retrieve file' : undefined} />
    </div>
  )
}
