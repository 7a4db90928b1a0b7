import type { RespondentEntry } from '@portico/shared/contract/responses'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { RadioRows } from '../../../ui/fields/radio-rows.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useWorkshopTitles } from '../../../layout/workshops/use-workshops.ts'
import { useCase } from '../review/case-context.ts'
import { ReasonForm } from '../review/decisions/reason-form.tsx'
import type { CorrectionFormProps } from './case-corrections.tsx'
import { useCorrection } from './use-correction.ts'

/** Merges this case into another case of the same person. Suggests those with the same name, email address or phone number. */
export function MergeForm({ info, onDone }: CorrectionFormProps) {
  const { entry, locked } = useCase()
  const { about, name, change } = useCorrection(info)
  const likely = useLikelyDuplicates(entry)
  const titleOf = useWorkshopTitles()
  const [kept, setKept] = useState('')
  const merge = trpc.corrections.mergeRespondents.useMutation()
  const save = async (reason: string) => {
    const next = 'They can be separated for 30 days, under “Withdrawn and merged” on the page of all respondents.'
    const into = { anonymousId: kept.trim() }
    await change(() => merge.mutateAsync({ ...about, into, reason }), `This case was merged into ${into.anonymousId}.`, next)
    onDone()
  }
  return (
    <ReasonForm
      about={about.respondent.anonymousId}
      label="Merge with another case"
      saveLabel="Merge"
      locked={locked ?? (kept.trim() === '' ? 'Say first which case is kept.' : undefined)}
      onSave={save}
      onCancel={onDone}
    >
      <p className="font-medium">{`This case of ${name} leaves every list and count; the other one is kept.`}</p>
      <p className="text-mute">Its answers are not carried over: look at both before.</p>
      {likely.length > 0 && (
        <RadioRows
          label="Same name, email or phone"
          choices={likely.map(({ respondent }) => ({ value: respondent.anonymousId, label: caseLabel(respondent, titleOf) }))}
          value={kept}
          onChange={(event) => setKept(event.target.value)}
        />
      )}
      <TextField
        label="Number of the case that is kept"
        autoComplete="off"
        spellCheck={false}
        value={kept}
        onChange={(event) => setKept(event.target.value)}
      />
    </ReasonForm>
  )
}

function caseLabel({ fullName, anonymousId, workshopName }: RespondentEntry['respondent'], titleOf: (name: string) => string): string {
  return `${fullName || 'Name not given'}, ${anonymousId}, ${titleOf(workshopName)}`
}

function useLikelyDuplicates({ respondent: { anonymousId, fullName, email, phoneNumber } }: RespondentEntry): RespondentEntry[] {
  const found = [fullName, email, phoneNumber].map((query) => ({ filter: { query: query ?? '' }, pagination: { offset: 0, count: 5 } }))
  const lists = trpc.useQueries((t) => found.map((input) => t.responses.getAllResponses(input, { enabled: input.filter.query !== '' })))
  const duplicates = new Map(lists.flatMap(({ data }) => data?.items ?? []).map((entry) => [entry.respondent.anonymousId, entry]))
  duplicates.delete(anonymousId)
  return [...duplicates.values()]
}
