import { announcementFields, newAnnouncement, type AnnouncementPreview } from '@portico/shared/contract/announcements'
import { respondentFlags } from '@portico/shared/words/flags'
import type { WorkshopListItem } from '@portico/shared/contract/workshops'
import { languageCodes, languageOf, languages, type LanguageCode } from '@portico/shared/words/languages'
import { useState } from 'react'
import { z } from 'zod'
import { failureOf } from '../../../api/failure.ts'
import { workshopChoices } from '../../../layout/workshops/workshop-name.tsx'
import { trpc } from '../../../api/trpc.ts'
import { useContractForm, type ContractForm } from '../../../api/use-contract-form.ts'
import { useUnsent } from '../../../api/use-unsent.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form.tsx'

const language = z.enum(languageCodes)
const written = z.object({ subject: z.string(), text: z.string() })

// An empty selection means everyone. A language that was added is kept until the announcement is sent.
const announcementForm = z
  .object({
    ...announcementFields.shape,
    flag: z.union([z.literal(''), z.enum(respondentFlags)]),
    only: z.union([z.literal(''), language]),
    texts: z.partialRecord(language, written),
  })
  .omit({ flags: true, language: true })
  .transform(({ flag, only, ...rest }): z.input<typeof newAnnouncement> => ({
    ...rest,
    ...(flag !== '' && { flags: [flag] }),
    ...(only !== '' && { language: only }),
  }))
  .pipe(newAnnouncement)
type Values = z.input<typeof announcementForm>
type Sending = z.output<typeof announcementForm>

const flagNames = { green: 'Green dots', 'in-progress': 'In progress', red: 'Red dots', 'not-applicable': 'Not applicable' } as const

interface AnnouncementFormProps {
  workshops: readonly WorkshopListItem[]
  /** Name of the workshop that is selected initially. */
  about: string | undefined
  onSent: () => void
}

/** Composes an announcement. Before it is sent, shows it in each language with the number of recipients. */
export function AnnouncementForm({ workshops, about, onSent }: AnnouncementFormProps) {
  const [sending, setSending] = useState<Sending>()
  const [key] = useState(() => crypto.randomUUID())
  const workshopName = workshops.find(({ name }) => name === about)?.name ?? ''
  const empty: Values = { workshopName, key, flag: '', only: '', notCheckedIn: false, texts: { en: { subject: '', text: '' } } }
  const form = useContractForm(announcementForm, empty, (values) => setSending(values))
  useUnsent(form, 'announcement')
  return (
    <>
      <Form form={form} label="New announcement">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <Select label="Workshop" placeholder="Please select" choices={workshopChoices(workshops)} {...form.field('workshopName')} />
          <Select
            label="Flag"
            placeholder="Everyone"
            choices={respondentFlags.map((flag) => ({ value: flag, label: flagNames[flag] }))}
            {...form.field('flag')}
          />
          <Select
            label="Language of contact"
            placeholder="All languages"
            choices={languages.map(({ code, englishName }) => ({ value: code, label: englishName }))}
            {...form.field('only')}
          />
          <Checkbox label="Only those not checked in" {...form.field('notCheckedIn')} />
        </div>
        <Texts form={form} />
        <div>
          <Button type="submit" busy={form.busy} busyLabel="Checking">
            Review and send
          </Button>
        </div>
      </Form>
      {sending && <SendDialog sending={sending} onClose={() => setSending(undefined)} onSent={onSent} />}
    </>
  )
}

function Texts({ form }: { form: ContractForm<Values> }) {
  const texts = form.controlled('texts')
  const present = languages.filter(({ code }) => texts.value[code] !== undefined)
  const free = languages.filter(({ code }) => texts.value[code] === undefined)
  return (
    <>
      {present.map(({ code, englishName }) => (
        <fieldset key={code} className="grid gap-4 rounded-md border border-line bg-raised p-4">
          <legend className="px-1 font-bold">{englishName}</legend>
          <TextField label="Subject" lang={code} dir="auto" autoComplete="off" {...form.field(`texts.${code}.subject`)} />
          <TextArea
            label="Text"
            lang={code}
            dir="auto"
            hint="Begins with “Hello,” in this language."
            {...form.field(`texts.${code}.text`)}
          />
          {present.length > 1 && (
            <div>
              <Button kind="secondary" size="small" onClick={() => texts.onChange(without(texts.value, code))}>
                {`Remove ${englishName}`}
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      <Select
        label="Add a language"
        optional
        hint="Respondents whose language is missing get the English text."
        placeholder="Please select"
        value=""
        choices={free.map(({ code, englishName, nativeName }) => ({ value: code, label: `${englishName} · ${nativeName}` }))}
        onChange={(event) => {
          const added = languageOf(event.target.value)?.code
          if (added) texts.onChange({ ...texts.value, [added]: { subject: '', text: '' } })
        }}
      />
    </>
  )
}

function without(texts: Values['texts'], code: LanguageCode): Values['texts'] {
  return Object.fromEntries(Object.entries(texts).filter(([language]) => language !== code))
}

function SendDialog({ sending, onClose, onSent }: { sending: Sending; onClose: () => void; onSent: () => void }) {
  const utils = trpc.useUtils()
  const send = trpc.announcements.sendAnnouncement.useMutation()
  const { key: _key, ...draft } = sending
  const [shownIn, show] = useState<LanguageCode>(sending.texts.en ? 'en' : (sending.language ?? 'en'))
  const preview = trpc.announcements.previewAnnouncement.useQuery({ ...draft, shownIn }, { gcTime: 0 })
  const count = preview.data?.respondents
  const isKeyUsed = send.error !== null && failureOf(send.error).id === 'IDEMPOTENCY_KEY_REUSED'
  const confirm = async () => {
    const sent = await send.mutateAsync(sending)
    showToast(`${messagesText(sent.respondents)} will leave. You can take it back below until then.`)
    await utils.announcements.getAnnouncementList.invalidate()
    onSent()
  }
  return (
    <ConfirmDialog
      open
      title={count === undefined ? 'Counting who gets it' : `Send ${messagesText(count)}?`}
      confirmLabel="Send"
      busy={send.isPending}
      busyLabel="Sending"
      disabledReason={reasonNotToSend(preview.data)}
      onConfirm={() => void confirm().catch(() => {})}
      onCancel={onClose}
    >
      <div className="grid gap-4">
        {isKeyUsed && <Banner kind="error">This form was sent already. Look at the list, and reload the page to write another one.</Banner>}
        {send.error && !isKeyUsed && <ErrorBanner error={send.error} />}
        {preview.error && <ErrorBanner error={preview.error} />}
        {preview.data && <MessagePreview preview={preview.data} sending={sending} shownIn={shownIn} onShow={show} />}
      </div>
    </ConfirmDialog>
  )
}

function reasonNotToSend(preview: AnnouncementPreview | undefined): string | undefined {
  if (!preview) return 'Nobody knows yet how many get it'
  if (preview.respondents > 0) return undefined
  return preview.withoutEmail > 0 ? 'Nobody of the group can get a message' : 'Nobody is in this group. Choose another one.'
}

function messagesText(count: number): string {
  return count === 1 ? '1 message' : `${count.toLocaleString('en')} messages`
}

interface MessagePreviewProps {
  preview: AnnouncementPreview
  sending: Sending
  shownIn: LanguageCode
  onShow: (language: LanguageCode) => void
}

function MessagePreview({ preview: { byLanguage, withoutEmail, subject, text }, sending, shownIn, onShow }: MessagePreviewProps) {
  const counts = new Map(byLanguage.map((row) => [languageOf(row.language)?.code, row.respondents]))
  const missing = languages.filter(({ code }) => counts.has(code) && !sending.texts[code])
  return (
    <>
      {missing.length > 0 && (
        <p>{`They read English: ${missing.map(({ code, englishName }) => `${englishName} (${counts.get(code) ?? 0})`).join(', ')}.`}</p>
      )}
      {withoutEmail > 0 && (
        <p>{`${withoutEmail.toLocaleString('en')} of the group can get neither an email nor a text message. Telephone them.`}</p>
      )}
      <Select
        label="Preview in"
        value={shownIn}
        choices={languages
          .filter(({ code }) => counts.has(code) || sending.texts[code])
          .map(({ code, englishName }) => ({ value: code, label: `${englishName}: ${counts.get(code) ?? 0}` }))}
        onChange={(event) => onShow(languageOf(event.target.value)?.code ?? 'en')}
      />
      <div
        dir="auto"
        tabIndex={0}
        role="region"
        aria-label="The email"
        className="grid max-h-64 gap-2 overflow-y-auto rounded-md border border-line p-4"
      >
        <b>{subject}</b>
        <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      </div>
    </>
  )
}
