import type { CheckedTranslations, Translations } from '@portico/shared/contract/translations'
import { useState } from 'react'
import { saveFile } from '../../layout/save-file.ts'
import { trpc } from '../../api/trpc.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { langProps } from '../../words/language-text.ts'

type Change = CheckedTranslations['changes'][number]
const formats = [
  { format: 'xlsx', label: 'Download XLSX' },
  { format: 'xlf', label: 'Download XLIFF' },
] as const
const release = { format: 'json', label: 'Download for the next release' } as const

/** Exports the texts to a file for translation elsewhere, and imports such a file after previewing its changes. */
export function TranslationExchange({ translations }: { translations: Translations }) {
  const { kind, name, version, language } = translations
  const offered = kind === 'interface-texts' ? [...formats, release] : formats
  const [failure, setFailure] = useState<unknown>()
  return (
    <details className="rounded-md border border-line bg-raised px-4">
      <summary className="min-h-12 cursor-pointer py-3 font-bold">Translate in another program</summary>
      <div className="grid gap-4 pb-4">
        <div className="flex flex-wrap gap-2">
          {offered.map(({ format, label }) => (
            <Button
              key={format}
              kind="secondary"
              size="small"
              icon="download"
              onClick={() => {
                setFailure(undefined)
                const fileName = format === 'json' ? `${language}.json` : `${name}-${version}-${language}.${format}`
                saveFile('translations/getTranslationFile', { name, language, format }, fileName).catch(setFailure)
              }}
            >
              {label}
            </Button>
          ))}
        </div>
        {failure !== undefined && <ErrorBanner error={failure} />}
        <Import translations={translations} />
      </div>
    </details>
  )
}

function Import({ translations: { name, language } }: { translations: Translations }) {
  const utils = trpc.useUtils()
  const [file, setFile] = useState<File>()
  const check = trpc.translations.checkTranslationFile.useMutation()
  const save = trpc.translations.saveTranslations.useMutation()
  const choose = async (one: File | undefined) => {
    setFile(one)
    save.reset()
    check.reset()
    if (one) check.mutate({ name, language, content: await base64Of(one) })
  }
  const saveAll = async (changes: readonly Change[]) => {
    const texts = changes.map(({ key, text, revision, sourceDigest }) => ({ key, text, revision, sourceDigest, signedOff: false }))
    const saved = await save.mutateAsync({ name, language, texts }).catch(() => undefined)
    if (!saved) return
    showToast(saved.texts.length === 1 ? '1 draft is saved.' : `${saved.texts.length} drafts are saved.`)
    setFile(undefined)
    check.reset()
    void utils.translations.invalidate()
  }
  return (
    <div className="grid gap-4">
      <FileDrop
        label="Read translations in"
        hint="An .xlsx or XLIFF 2 file as downloaded here. You see what it would change before anything is saved."
        accept=".xlsx,.xlf,.xliff"
        value={file}
        onChange={(one) => void choose(one)}
      />
      {check.error && <ErrorBanner error={check.error} />}
      {save.error && <ErrorBanner error={save.error} />}
      {check.data && <Preview checked={check.data} language={language} busy={save.isPending} onSave={(changes) => void saveAll(changes)} />}
    </div>
  )
}

interface PreviewProps {
  checked: CheckedTranslations
  language: string
  busy: boolean
  onSave: (changes: readonly Change[]) => void
}

function Preview({ checked: { changes, unchanged, unknownKeys }, language, busy, onSave }: PreviewProps) {
  const added = changes.filter(({ current }) => current === '').length
  return (
    <section className="grid gap-3" aria-label="What the file would change">
      <p>{`${added} new, ${changes.length - added} changed, ${unchanged} unchanged.`}</p>
      {unknownKeys.length > 0 && <p className="text-wait wrap-anywhere">{`Not there any more: ${unknownKeys.join(', ')}`}</p>}
      {changes.length > 0 && (
        <>
          <Table caption="What the file would change" columns={columnsIn(language)} rows={changes} rowKey={({ key }) => key} />
          <div>
            <Button size="small" busy={busy} busyLabel="Saving" onClick={() => onSave(changes)}>
              {changes.length === 1 ? 'Save 1 draft' : `Save ${changes.length} drafts`}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

function columnsIn(language: string): Column<Change>[] {
  return [
    { key: 'source', header: 'Source', naming: true, cell: ({ source }) => <bdi className="wrap-anywhere">{source}</bdi> },
    { key: 'current', header: 'Now', cell: ({ current }) => <span {...langProps(language)}>{current || '—'}</span> },
    { key: 'text', header: 'In the file', cell: ({ text }) => <span {...langProps(language)}>{text}</span> },
    {
      key: 'faults',
      header: 'Check',
      cell: ({ isStale, keepsPlaces, changedTerms }) => (
        <span className="grid text-wait">
          {!isStale && keepsPlaces && changedTerms.length === 0 && <span className="text-mute">—</span>}
          {isStale && <span>The source changed since</span>}
          {!keepsPlaces && <span>Its places differ</span>}
          {changedTerms.length > 0 && <span>{`Without ${changedTerms.join(', ')}`}</span>}
        </span>
      ),
    },
  ]
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 30_000) parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 30_000))))
  return parts.join('')
}
