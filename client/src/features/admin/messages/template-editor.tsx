import { saveTemplate, type MessageTemplate, type TemplatePreview } from '@portico/shared/contract/messages'
import { directionOf } from '@portico/shared/words/languages'
import { templateTextNames, templateTexts, type TemplateTexts } from '@portico/shared/words/message-templates'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { useContractForm } from '../../../api/use-contract-form.ts'
import { useUnsent } from '../../../api/use-unsent.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { Form } from '../../../ui/form.tsx'
import { LocalDate } from '../../../words/local-date.tsx'

interface TemplateEditorProps {
  template: MessageTemplate
  onSaved: () => void
}

/** Edits a message template in one language, with preview, a test message to oneself, publishing and earlier versions. */
export function TemplateEditor({ template, onSaved }: TemplateEditorProps) {
  const { kind, language, version } = template
  const [shown, show] = useState<TemplateTexts>()
  const save = trpc.messages.saveTemplate.useMutation()
  const test = trpc.messages.sendTemplateTest.useMutation()
  const form = useContractForm(saveTemplate, { kind, language, texts: { ...template.texts }, basedOn: version }, async (values) => {
    await save.mutateAsync(values)
    showToast('Published. Messages have it from now on.')
    onSaved()
  })
  useUnsent(form, `template ${kind} ${language}`)
  const typed = () => ({ ...form.values().texts })
  const tryIt = async () => {
    await test.mutateAsync({ kind, language, texts: typed() })
    showToast('A test is on its way to you.')
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-2">
      <div className="grid content-start gap-8">
        <Form form={form} label="Texts">
          <p className="text-mute">{'{{workshop}} stands for the title of the workshop.'}</p>
          {templateTexts[kind].map((key) => (
            <TextArea key={key} label={templateTextNames[key] ?? key} lang={language} dir="auto" {...form.field(`texts.${key}`)} />
          ))}
          {test.error && <ErrorBanner error={test.error} />}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={form.busy} busyLabel="Publishing">
              Publish
            </Button>
            <Button kind="secondary" onClick={() => show(typed())}>
              Preview
            </Button>
            <Button kind="secondary" busy={test.isPending} onClick={() => void tryIt().catch(() => {})}>
              Send me a test
            </Button>
          </div>
        </Form>
        <Versions template={template} onSaved={onSaved} />
      </div>
      <Preview key={JSON.stringify(shown)} template={template} texts={shown} />
    </div>
  )
}

function Preview({ template: { kind, language }, texts }: { template: MessageTemplate; texts: TemplateTexts | undefined }) {
  const preview = trpc.messages.previewTemplate.useQuery({ kind, language, texts: texts && { ...texts } }, { gcTime: 0 })
  const box = 'grid content-start gap-2 rounded-md border border-line bg-raised p-4'
  if (preview.error) return <ErrorBanner error={preview.error} />
  return (
    <div className="grid content-start gap-4">
      <section lang={language} dir={directionOf(language)} aria-label="The email" className={box}>
        <b>{preview.data?.subject}</b>
        <p className="whitespace-pre-line wrap-anywhere">{preview.data?.text}</p>
      </section>
      {preview.data && (
        <div className="grid gap-1">
          <section lang={language} dir={directionOf(language)} aria-label="The text message" className={box}>
            <p className="whitespace-pre-line wrap-anywhere">{preview.data.short.text}</p>
          </section>
          <p className="text-sm text-mute">{sizeText(preview.data.short)}</p>
        </div>
      )}
    </div>
  )
}

function sizeText({ encoding, characters, segments }: TemplatePreview['short']): string {
  const parts = segments === 1 ? 'one text message' : `${segments} text messages`
  const room = encoding === 'GSM-7' ? '160 fit into one, 153 into each of several' : '70 fit into one, 67 into each of several'
  return `${characters} characters in ${encoding}: ${parts}. ${room}.`
}

function Versions({ template: { kind, language, version, versions }, onSaved }: TemplateEditorProps) {
  const save = trpc.messages.saveTemplate.useMutation({ onSuccess: onSaved })
  return (
    <section aria-label="Versions" className="grid gap-3">
      <h2 className="text-xl">Versions</h2>
      {save.error && <ErrorBanner error={save.error} />}
      <ul className="grid gap-2">
        {versions.map((one) => (
          <li key={one.version} className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-2">
            <span>
              {one.version === 0 ? 'Shipped with Portico' : `Version ${one.version}, ${one.by ?? ''}, `}
              {one.createdAt && <LocalDate value={one.createdAt} style="moment" />}
            </span>
            {one.version === version ? (
              <span className="text-good">In use</span>
            ) : (
              <Button
                kind="secondary"
                size="small"
                busy={save.isPending}
                aria-label={one.version === 0 ? 'Use again: the shipped text' : `Use again: version ${one.version}`}
                onClick={() => save.mutate({ kind, language, texts: one.version === 0 ? null : one.texts, basedOn: version })}
              >
                Use again
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
