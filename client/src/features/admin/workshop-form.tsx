import { saveWorkshop, workshopSettings, type Workshop } from '@portico/shared/contract/workshops'
import { limits } from '@portico/shared/words/limits'
import { z } from 'zod'
import { trpc } from '../../api/trpc.ts'
import { useContractForm, type ControlledField } from '../../api/use-contract-form.ts'
import { useUnsent } from '../../api/use-unsent.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { ComboBox } from '../../ui/fields/combo-box.tsx'
import { Form } from '../../ui/form.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Checklist } from './checklist.tsx'
import { LoadNewer } from './changes/load-newer.tsx'
import { StationsField, stationSeats, stationSeatsOf, stationsIn } from './stations-field.tsx'
import { checkWords, contractWordsOf, WorkshopWordsFields, wordsOf, workshopWords } from './workshop-words.tsx'
import { instantOf, wallTimeOf } from './zoned-time.ts'

const local = z.union([z.literal(''), z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/, 'Enter a date and a time')])
const optionalTime = z.union([z.literal(''), z.string().regex(/^\d{2}:\d{2}/, 'Enter a time')])
const optionalDay = z.union([z.literal(''), z.iso.date('Enter a date')])

/** Form values converted to the contract's input. The closing time is in the workshop's time zone. */
const workshopForm = z
  .object({
    name: workshopSettings.shape.name,
    title: workshopSettings.shape.title,
    eventDate: optionalDay,
    startTime: optionalTime,
    endTime: optionalTime,
    capacity: z.string().regex(/^\d{0,6}$/, 'Enter a whole number, or nothing'),
    timeZone: z.string({ error: 'Required' }).min(1, 'Required'),
    line1: z.string().trim(),
    city: z.string().trim(),
    registrationOpen: z.boolean(),
    disableAt: local,
    isDefault: z.boolean(),
    selfCheckIn: z.boolean(),
    test: z.boolean(),
    questionnaireNames: z.array(z.string()),
    agencyIds: z.array(z.number()),
    ifVersion: z.number(),
    ...workshopWords,
    ...stationSeats,
  })
  .superRefine(checkWords)
  .transform(
    ({ eventDate, disableAt, line1, city, standard, own, instruction, translations, seats, ...rest }): z.input<typeof saveWorkshop> => ({
      ...rest,
      ...contractWordsOf({ standard, own, instruction, translations }),
      ...stationsIn({ seats }),
      startTime: timeOf(rest.startTime),
      endTime: timeOf(rest.endTime),
      capacity: rest.capacity === '' ? null : Number(rest.capacity),
      eventDate: eventDate === '' ? null : eventDate,
      disableAt: disableAt === '' ? null : instantOf(disableAt.slice(0, 16), rest.timeZone),
      address: line1 === '' && city === '' ? null : { line1, city },
    }),
  )
  .pipe(saveWorkshop)

// Some browsers include seconds.
const timeOf = (typed: string) => (typed === '' ? null : typed.slice(0, 5))

function valuesOf(workshop: Workshop | undefined) {
  return {
    name: workshop?.name ?? '',
    title: workshop?.title ?? '',
    eventDate: workshop?.eventDate ?? '',
    startTime: workshop?.startTime ?? '',
    endTime: workshop?.endTime ?? '',
    capacity: String(workshop?.capacity ?? ''),
    timeZone: workshop?.timeZone ?? 'America/Los_Angeles',
    line1: workshop?.address?.line1 ?? '',
    city: workshop?.address?.city ?? '',
    registrationOpen: workshop?.registrationOpen ?? false,
    disableAt: workshop?.disableAt ? wallTimeOf(workshop.disableAt, workshop.timeZone) : '',
    isDefault: workshop?.isDefault ?? false,
    selfCheckIn: workshop?.selfCheckIn ?? true,
    test: workshop?.test ?? false,
    questionnaireNames: workshop?.questionnaireNames ?? [],
    agencyIds: workshop?.agencyIds ?? [],
    ifVersion: workshop?.version ?? 0,
    ...wordsOf(workshop),
    ...stationSeatsOf(workshop),
  }
}

const timeZones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}))

interface WorkshopFormProps {
  /** Undefined to create a new workshop. */
  workshop: Workshop | undefined
  onSaved: (workshop: Workshop) => void
  /** Reloads the workshop from the server. */
  onReload: () => void
  onCancel: () => void
}

/** Creates or changes a workshop. */
export function WorkshopForm({ workshop, onSaved, onReload, onCancel }: WorkshopFormProps) {
  const utils = trpc.useUtils()
  const save = trpc.workshops.saveWorkshop.useMutation()
  const form = useContractForm(
    workshopForm,
    valuesOf(workshop),
    async (values) => {
      const saved = await save.mutateAsync(values)
      await Promise.all([utils.workshops.invalidate(), utils.responses.invalidate()])
      onSaved(saved)
    },
    ({ id, message }) => {
      if (id === 'CHANGED_MEANWHILE' && !workshop) return { field: 'name', message: 'There is already a workshop with this name.' }
      return id === 'QUESTIONNAIRE_NOT_FOUND' ? { field: 'questionnaireNames', message } : undefined
    },
  )
  useUnsent(form, `workshop ${workshop?.name ?? ''}`)
  return (
    <Form form={form} label={workshop ? `Workshop ${workshop.title}` : 'New workshop'}>
      <TextField
        label="Name"
        hint={
          workshop ? 'A name cannot be changed.' : 'Letters, numbers and underscores; not starting with a number. Files are named after it.'
        }
        readOnly={workshop !== undefined}
        autoComplete="off"
        spellCheck={false}
        {...form.field('name')}
      />
      <TextField label="Title" hint="In English. Other languages are further down." autoComplete="off" {...form.field('title')} />
      <div className="grid items-end gap-6 sm:grid-cols-2">
        <TextField type="date" label="Date" optional {...form.field('eventDate')} />
        <ComboBox
          label="Time zone"
          choices={timeZones}
          {...form.controlled('timeZone')}
          onChange={(zone) => form.controlled('timeZone').onChange(zone ?? '')}
        />
      </div>
      <div className="grid gap-6 sm:grid-cols-3">
        <TextField type="time" label="Starts at" optional {...form.field('startTime')} />
        <TextField type="time" label="Ends at" optional {...form.field('endTime')} />
        <TextField label="Room for" optional inputMode="numeric" autoComplete="off" {...form.field('capacity')} />
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField label="Street and number" optional autoComplete="off" {...form.field('line1')} />
        <TextField label="City" optional autoComplete="off" {...form.field('city')} />
      </div>
      <div className="grid gap-4 rounded-md border border-line bg-raised p-4">
        <Checkbox
          label="Registration is open"
          hint="Respondents can answer the questionnaires of this workshop."
          {...form.field('registrationOpen')}
        />
        <TextField
          type="datetime-local"
          label="Registration closes"
          optional
          hint="In the time zone above. If empty, registration closes at the end of the workshop day."
          {...form.field('disableAt')}
        />
        <Checkbox
          label="Default workshop"
          hint="The landing page leads here. This replaces the current default."
          {...form.field('isDefault')}
        />
        <Checkbox
          label="Respondents may check themselves in"
          hint="On the day of the workshop, with their personal number."
          {...form.field('selfCheckIn')}
        />
        <Checkbox
          label="Test workshop"
          hint="For trying things out. Its respondents are left out of counts and lists of all workshops, are sent nothing, and can be deleted with it. This cannot be changed once somebody has answered."
          {...form.field('test')}
        />
      </div>
      <QuestionnairesField {...form.controlled('questionnaireNames')} />
      <AgenciesField {...form.controlled('agencyIds')} />
      <StationsField form={form} />
      <WorkshopWordsFields form={form} />
      {workshop && <LoadNewer error={save.error} onLoad={onReload} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy} busyLabel="Saving">
          Save workshop
        </Button>
        <Button kind="secondary" onClick={onCancel} disabled={form.busy}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

function QuestionnairesField(controlled: ControlledField<string[]>) {
  const list = trpc.questionnaires.getQuestionnaireList.useQuery({ pagination: { offset: 0, count: limits.maxPageCount } })
  const names = [...new Set([...controlled.value, ...(list.data?.items ?? []).map(({ name }) => name)])]
  return (
    <Checklist
      label="Questionnaires"
      hint="The newest version of each is offered, in the order you choose them."
      choices={names.map((name) => ({ value: name, label: name }))}
      none="No questionnaire is published yet. Upload one first."
      {...controlled}
    />
  )
}

function AgenciesField(controlled: ControlledField<number[]>) {
  const agencies = trpc.agency.getAllAgencies.useQuery()
  return (
    <Checklist
      label="Agencies that take part"
      hint="Respondents with red answers are assigned to them."
      choices={(agencies.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      none="No agencies yet. Create one under Agencies."
      {...controlled}
    />
  )
}
