import type { UploadField } from '@portico/shared/contract/uploads'
import { failures } from '@portico/shared/words/failures'
import { limits } from '@portico/shared/words/limits'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { trpc, type RouterOutputs } from '../../api/trpc.ts'
import { useContractForm, type ContractForm } from '../../api/use-contract-form.ts'
import { keepTyped, useUnsent } from '../../api/use-unsent.ts'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { BreakableName } from '../../ui/breakable-name.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { Form } from '../../ui/form.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ChangedFile, fieldOfFailure, uploadBody, uploadValues, type UploadValues } from './upload-form.ts'
import { ReviewLinks, SharedDraft, type Shared } from './preview/review-links.tsx'
import { ExampleFiles } from './upload-files.tsx'
import { PublishedVersions } from './upload-list.tsx'
import { RuleTrial } from './trials/rule-trial.tsx'
import { RulesForOpenCases } from './versions/version-tools.tsx'
import { UploadPreview, type Checked } from './upload-preview.tsx'
import { headline, UploadProblems, UploadWarnings } from './upload-problems.tsx'
import { focusOnce } from '../../ui/feedback/focus-once.ts'

const files = [
  { field: 'questionFile', label: 'Question file', hint: 'The questions in all languages, .xlsx or .csv.', accept: '.xlsx,.csv' },
  { field: 'templateFile', label: 'Template file', hint: 'How the spreadsheet of a workshop will look, .xlsx.', accept: '.xlsx' },
  {
    field: 'fieldMetadataFile',
    label: 'Field metadata file',
    hint: 'Which answers are red, and why, .csv, .json or .xlsx.',
    accept: '.csv,.json,.xlsx',
  },
] as const

/** The purpose of a submission of the form. */
type Intent = 'publish' | 'check' | 'try' | 'share'

type Published = RouterOutputs['questionnaires']['addNewFullQuestionnaire']

/** /home/admin/questionnaireupload: publishes a questionnaire from its files, optionally after a dry run. */
export function UploadPage() {
  const [published, setPublished] = useState<readonly Published[]>([])
  const [checked, setChecked] = useState<Checked>()
  const [trial, setTrial] = useState<number>()
  const [shared, setShared] = useState<Shared>()
  const [succeeded, setSucceeded] = useState(false)
  const intent = useRef<Intent>('publish')
  useEffect(() => {
    if (!succeeded) return undefined
    const timer = setTimeout(() => setSucceeded(false), limits.uploadSuccessMs)
    return () => clearTimeout(timer)
  }, [succeeded])
  const publish = (one: Published) => {
    setPublished([...published, one])
    setSucceeded(true)
  }
  const last = published.at(-1)
  return (
    <Page
      title="Questionnaire Upload"
      subtitle="Uploading under an existing name creates its next version. Published versions never change."
      actions={
        <LinkButton to={paths.translations()} kind="secondary" size="small">
          Translations
        </LinkButton>
      }
    >
      <div className="grid max-w-prose gap-6">
        {last && <PublishedNow key={`published-${published.length}`} published={last} onPreviewed={setTrial} />}
        <UploadForm
          key={`form-${published.length}`}
          intent={intent}
          succeeded={succeeded}
          onPublished={publish}
          onChecked={setChecked}
          onTried={setTrial}
          onShared={setShared}
        />
      </div>
      {shared && <SharedDraft key={shared.id} shared={shared} />}
      {trial !== undefined && <RuleTrial key={trial} id={trial} />}
      {checked && (
        <UploadPreview key={checked.questionnaires[0]?.name} checked={checked} formId={formId} onShare={() => (intent.current = 'share')} />
      )}
      <ReviewLinks />
      <ExampleFiles />
      <PublishedVersions onPreviewed={setTrial} />
    </Page>
  )
}

/** Takes the focus, because submitting removes the form that had it. */
function PublishedNow({ published, onPreviewed }: { published: Published; onPreviewed: (trial: number) => void }) {
  const { id, name, version, questionCount, languages, warnings } = published
  return (
    <div ref={focusOnce} tabIndex={-1} className="grid gap-6">
      <Banner kind="success">
        <p className="font-bold">
          <BreakableName name={`${name}, version ${version}, is published.`} />
        </p>
        <p>
          {`${questionCount} questions, ${languages.length} languages. Next: offer it at a workshop.`}
          {version > 1 && ' Open cases keep the flags of their version.'}
        </p>
        <div className="flex flex-wrap gap-2 pt-2">
          <LinkButton to={paths.workshops()} kind="secondary" size="small">
            Workshops
          </LinkButton>
          {version > 1 && <RulesForOpenCases id={id} about={`${name}, version ${version}`} onPreviewed={onPreviewed} />}
        </div>
      </Banner>
      <UploadWarnings warnings={warnings} />
    </div>
  )
}

interface UploadFormProps {
  intent: RefObject<Intent>
  /** Whether the previous form was published a moment ago. */
  succeeded: boolean
  onPublished: (published: Published) => void
  onChecked: (checked: Checked | undefined) => void
  /** Called with the trial that was started. */
  onTried: (trial: number | undefined) => void
  /** Called with the link that was created. */
  onShared: (shared: Shared | undefined) => void
}

const formKey = 'questionnaire upload'
const formId = 'questionnaire-upload'

function UploadForm({ intent, succeeded, onPublished, onChecked, onTried, onShared }: UploadFormProps) {
  const utils = trpc.useUtils()
  const publish = trpc.questionnaires.addNewFullQuestionnaire.useMutation()
  const check = trpc.questionnaires.checkFiles.useMutation()
  const tryRules = trpc.questionnaires.tryRules.useMutation()
  const share = trpc.questionnaires.shareForReview.useMutation()
  const problems = trpc.questionnaires.getUploadProblems.useMutation()
  // The version that the changes shown are from.
  const seen = useRef<{ readonly title: unknown; readonly version: number }>(undefined)
  const form = useUploadForm(async (body, keepTypedSince) => {
    const title = body.get('title')
    if (intent.current !== 'share') onChecked(undefined)
    onTried(undefined)
    onShared(undefined)
    if (intent.current === 'check') {
      const checked = await check.mutateAsync(body)
      seen.current = { title, version: checked.published?.version ?? 0 }
      return onChecked(checked)
    }
    if (intent.current === 'try') return onTried((await tryRules.mutateAsync(body)).id)
    if (intent.current === 'share') {
      onShared(await share.mutateAsync(body))
      return utils.questionnaires.getReviewLinkList.invalidate()
    }
    if (seen.current?.title === title) body.append('ifVersion', String(seen.current.version))
    const published = await publish.mutateAsync(body)
    void utils.questionnaires.getQuestionnaireList.invalidate()
    keepTypedSince()
    onPublished(published)
  })
  useUnsent(form, formKey)
  const fetchAll = async () => (await problems.mutateAsync(await uploadBody(form.values()))).problems
  const alsoMissing = missingFiles(form)
  const setIntent = (what: Intent) => () => {
    if (!form.busy) intent.current = what
  }
  return (
    <Form form={form} id={formId} label="Questionnaire">
      <TextField
        label="Title"
        hint="Letters, numbers and underscores; not starting with a number. It becomes part of the URL."
        autoComplete="off"
        spellCheck={false}
        {...form.field('title')}
      />
      {files.map(({ field, label, hint, accept }) => {
        const held = form.controlled(field)
        return (
          <div key={field} className="grid gap-3">
            <FileDrop label={label} hint={hint} accept={accept} {...held} error={headline(held.error) ?? alsoMissing[field]} />
            <UploadProblems message={held.error} label={`Problems in the ${label.toLowerCase()}`} fetchAll={fetchAll} />
          </div>
        )
      })}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={publish.isPending} busyLabel="Submitting" disabled={form.busy} onClick={setIntent('publish')}>
          {succeeded ? 'Success!' : 'Submit!'}
        </Button>
        <Button
          type="submit"
          kind="secondary"
          busy={check.isPending}
          busyLabel="Checking"
          disabled={form.busy}
          onClick={setIntent('check')}
        >
          Check without publishing
        </Button>
        <Button
          type="submit"
          kind="secondary"
          busy={tryRules.isPending}
          busyLabel="Starting"
          disabled={form.busy}
          onClick={setIntent('try')}
        >
          Try the rules on past answers
        </Button>
        <Button type="submit" kind="secondary" busy={share.isPending} busyLabel="Sharing" disabled={form.busy} onClick={setIntent('share')}>
          Preview on a phone, or share
        </Button>
      </div>
    </Form>
  )
}

/** The server names only the first missing file; returns messages for all. The field metadata may be a sheet of the question file. */
function missingFiles(form: ContractForm<UploadValues>): Partial<Record<UploadField, string>> {
  const refused = files.some(({ field }) => form.controlled(field).error === failures.MISSING_QUESTION_FILE)
  if (!refused) return {}
  const missing = files.filter(({ field }) => form.value(field) === undefined)
  return Object.fromEntries(
    missing.map(({ field }) => [
      field,
      field === 'fieldMetadataFile' ? 'Missing, unless the question file has a sheet named field_metadata' : failures.MISSING_QUESTION_FILE,
    ]),
  )
}

function useUploadForm(send: (body: FormData, keepTypedSince: () => void) => Promise<unknown>): ContractForm<UploadValues> {
  const changed = useRef<ChangedFile>(undefined)
  return useContractForm(
    uploadValues,
    { title: '', questionFile: undefined, templateFile: undefined, fieldMetadataFile: undefined },
    async (values, currentValues) => {
      changed.current = undefined
      const sent = currentValues()
      try {
        await send(await uploadBody(values), () => keepTyped(formKey, sent, currentValues()))
      } catch (error) {
        if (error instanceof ChangedFile) changed.current = error
        throw error
      }
    },
    ({ id, message }) => {
      if (changed.current) return { field: changed.current.field, message: changed.current.message }
      if (id === 'CHANGED_MEANWHILE') return { field: 'title', message: `${message} Check without publishing to see what differs now.` }
      const field = fieldOfFailure(id)
      return field && { field, message }
    },
  )
}
