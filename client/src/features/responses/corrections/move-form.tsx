import { isWelcome } from '@portico/shared/rules/flags'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { workshopChoices } from '../../../layout/workshops/workshop-name.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { useCase } from '../review/case-context.ts'
import { ReasonForm } from '../review/decisions/reason-form.tsx'
import { useWorkshops } from '../../../layout/workshops/use-workshops.ts'
import type { CorrectionFormProps } from './case-corrections.tsx'
import { useCorrection } from './use-correction.ts'

/** Moves a respondent to another workshop, after showing the message they will get. */
export function MoveForm({ info, onDone }: CorrectionFormProps) {
  const { entry, locked } = useCase()
  const { about, name, version, change } = useCorrection(info)
  const workshops = useWorkshops()
  const [chosen, setChosen] = useState('')
  const move = trpc.corrections.moveRespondent.useMutation()
  const others = (workshops.data ?? []).filter((workshop) => workshop.name !== entry.respondent.workshopName)
  const save = async (reason: string) => {
    if (chosen === '') throw new Error('Choose a workshop first.')
    const title = others.find((workshop) => workshop.name === chosen)?.title ?? chosen
    await change(() => move.mutateAsync({ ...about, workshopName: chosen, reason, version }), `${name} comes to “${title}” now.`, notice)
    onDone()
  }
  const notice = noticeText(entry.respondent.email, isWelcome(entry.flag.current))
  return (
    <ReasonForm
      about={about.respondent.anonymousId}
      label="Move to another workshop"
      saveLabel="Move"
      locked={locked ?? (chosen === '' ? 'Choose a workshop first.' : undefined)}
      onSave={save}
      onCancel={onDone}
    >
      <Select
        label="Workshop"
        placeholder="Please select"
        value={chosen}
        choices={workshopChoices(others)}
        onChange={(event) => setChosen(event.target.value)}
      />
      <p className="font-medium">{notice}</p>
      <p className="text-mute">
        Answers and decisions stay. The agency keeps the case if it takes part there; finished downloads of the first workshop with them are
        deleted.
      </p>
    </ReasonForm>
  )
}

function noticeText(email: string | null, welcome: boolean): string {
  if (!welcome) return 'Nothing is sent: they are not welcome at a workshop yet.'
  return email === null ? 'There is no email address: telephone them.' : `An email with the date and the place goes to ${email}.`
}
