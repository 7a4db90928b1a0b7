import { useState, type DragEvent, type Ref } from 'react'
import { useWords } from '../../words/language.ts'
import { FieldGroup, type FieldFrame } from '../field.tsx'
import { Icon } from '../icon.tsx'

export interface FileDropProps extends FieldFrame {
  value: File | undefined
  onChange: (file: File | undefined) => void
  /** File extensions or media types, as in HTML: `.xlsx,.csv`. */
  accept?: string
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A drop zone for one file; pressing it opens the file picker. */
export function FileDrop({ value, onChange, accept, disabled = false, ref, error, ...frame }: FileDropProps) {
  const { t } = useWords()
  const [over, setOver] = useState(false)
  const [tooMany, setTooMany] = useState(false)
  const take = (files: FileList | null) => {
    setTooMany((files?.length ?? 0) > 1)
    if (files?.length === 1) onChange(files[0])
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files)
  }
  return (
    <FieldGroup {...frame} error={tooMany ? t('kit.oneFile') : error}>
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!disabled)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border-[1.5px] border-dashed px-4 py-4 transition-colors ${over ? 'border-ink bg-sunken' : 'border-edge bg-raised'} ${error ? 'border-stop' : ''}`}
      >
        <span className="text-mute">
          <Icon name={value ? 'file' : 'upload'} size={28} />
        </span>
        <div className={`min-w-0 flex-1 ${value ? 'basis-48' : 'order-last'}`}>
          {value ? <ChosenFile file={value} /> : <p className="text-mute pointer-coarse:hidden">{t('kit.dropFile')}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <label className="relative inline-flex min-h-10 cursor-pointer items-center rounded-md border-[1.5px] border-edge bg-raised px-4 py-1.5 text-sm font-bold hover:border-ink hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
            <input
              ref={ref}
              type="file"
              accept={accept}
              disabled={disabled}
              aria-invalid={error ? true : undefined}
              // Always empty, so that the same file can be chosen again after it was changed.
              value=""
              onChange={(event) => take(event.target.files)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {t(value ? 'kit.changeFile' : 'kit.chooseFile')}
          </label>
          {value && (
            <button
              type="button"
              onClick={() => onChange(undefined)}
              disabled={disabled}
              aria-label={t('kit.removeFile')}
              className="grid size-10 cursor-pointer place-items-center rounded-md hover:bg-sunken"
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      </div>
    </FieldGroup>
  )
}

function ChosenFile({ file }: { file: File }) {
  return (
    <p className="min-w-0">
      <bdi className="block font-medium wrap-anywhere">{file.name}</bdi>
      <span className="text-sm text-mute" dir="ltr">
        {file.size < 1024 * 1024 ? `${Math.max(1, Math.round(file.size / 1024))} KB` : `${(file.size / 1024 / 1024).toFixed(1)} MB`}
      </span>
    </p>
  )
}
