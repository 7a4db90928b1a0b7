import type { DoorList } from '@portico/shared/contract/door'
import type { LikelyDuplicate, StartWalkIn, WaitingWalkIn } from '@portico/shared/contract/walk-ins'
import { startWalkIn } from '@portico/shared/contract/walk-ins'
import { languages } from '@portico/shared/words/languages'
import { useState } from 'react'
import { z } from 'zod'
import { trpc } from '../../../api/trpc.ts'
import { useContractForm } from '../../../api/use-contract-form.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { NotRemembered } from '../../../ui/field.tsx'
import { PhoneInput } from '../../../ui/fields/phone-input.tsx'
import { loadNumberRules } from '../../../ui/fields/phone-input-numbers.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form.tsx'
import { useQueryText } from '../../../ui/lists/url-state.ts'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { Duplicates } from './duplicates.tsx'
import { WaitingWalkIns } from './waiting-walk-ins.tsx'
import { WalkInLink, type WalkInState } from './walk-in-link.tsx'

const refreshMs = 10_000

interface WalkInPanelProps {
  workshopName: string
  /** Called when the door's search shows an existing respondent. */
  onPerson: () => void
}

/**
 * Registers a walk-in who has not answered: checks for duplicates, creates a record, and shows the link to the questionnaire
 * (shared/spec/contract.md#walk-ins).
 */
export function WalkInPanel({ workshopName, onPerson }: WalkInPanelProps) {
  const door = trpc.workshops.getDoorList.useQuery({ name: workshopName }, { refetchInterval: refreshMs })
  const [asking, setAsking] = useState<{ input: StartWalkIn; duplicates: readonly LikelyDuplicate[] }>()
  const [shown, setShown] = useState<Pick<WaitingWalkIn, 'walkInId' | 'fullName'>>()
  const [count, setCount] = useState(0)
  const [query, setQuery] = useQueryText()
  const utils = trpc.useUtils()
  const start = trpc.workshops.startWalkIn.useMutation()
  const begin = async (input: StartWalkIn) => {
    const { walkInId } = await start.mutateAsync(input)
    setAsking(undefined)
    setQuery('')
    setCount(count + 1)
    setShown({ walkInId, fullName: input.fullName })
    await door.refetch()
  }
  const findDuplicates = async (input: StartWalkIn) => {
    const { language: _, ...who } = input
    const duplicates = await utils.workshops.findLikelyDuplicates.fetch(who, { staleTime: 0 })
    if (duplicates.length > 0) setAsking({ input, duplicates })
    else await begin(input)
  }
  const walkIns = door.data?.walkIns ?? []
  if (shown)
    return (
      <WalkInLink
        {...shown}
        state={door.isFetchedAfterMount && !door.isFetching ? stateOf(shown.walkInId, door.data) : 'waiting'}
        onClose={() => setShown(undefined)}
      />
    )
  if (asking)
    return (
      <Duplicates
        duplicates={asking.duplicates}
        busy={start.isPending}
        error={start.error}
        onPerson={({ anonymousId }) => {
          setQuery(anonymousId)
          onPerson()
        }}
        onNobody={() => void begin(asking.input).catch(() => {})}
        onBack={() => setAsking(undefined)}
      />
    )
  return (
    <div className="grid gap-6">
      {door.error && <ErrorBanner error={door.error} retry={() => void door.refetch()} />}
      <WaitingWalkIns walkIns={walkIns} onOpen={setShown} onChanged={() => void door.refetch()} />
      <WalkInForm key={count} workshopName={workshopName} fullName={nameIn(query)} onSubmit={findDuplicates} />
    </div>
  )
}

function stateOf(id: number, list: DoorList | undefined): WalkInState {
  if (!list || list.walkIns.some(({ walkInId }) => walkInId === id)) return 'waiting'
  return list.answeredWalkIns.includes(id) ? 'arrived' : 'removed'
}

/** Form values converted to the contract's input, without empty fields. */
const walkInForm = z
  .object({
    name: z.string(),
    fullName: startWalkIn.shape.fullName,
    phoneNumber: z.string(),
    email: z.string(),
    language: startWalkIn.shape.language,
  })
  .transform(({ phoneNumber, email, ...rest }): z.input<typeof startWalkIn> => ({
    ...rest,
    ...(phoneNumber !== '' && { phoneNumber }),
    ...(email.trim() !== '' && { email }),
  }))
  .pipe(startWalkIn)

/** The name in a search at the door that found nobody; a number or an address is none. */
function nameIn(query: string): string {
  return /[\d@]/.test(query) ? '' : query
}

interface WalkInFormProps {
  workshopName: string
  fullName: string
  onSubmit: (input: StartWalkIn) => Promise<void>
}

function WalkInForm({ workshopName, fullName, onSubmit }: WalkInFormProps) {
  const defaults = { name: workshopName, fullName, phoneNumber: '', email: '', language: 'en' as const }
  const form = useContractForm(walkInForm, defaults, onSubmit)
  return (
    <div onFocus={() => void loadNumberRules()}>
      <Form form={form} label="Walk-in">
        <NotRemembered value>
          <TextField label="Full name" autoFocus {...form.field('fullName')} />
          <PhoneInput label="Phone" optional {...form.controlled('phoneNumber')} />
          <TextField label="Email" type="email" optional {...form.field('email')} />
        </NotRemembered>
        <Select
          label="Language"
          choices={languages.map(({ code, englishName, nativeName }) => ({
            value: code,
            label: code === 'en' ? englishName : `${englishName}, ${nativeName}`,
          }))}
          {...form.field('language')}
        />
        <SubmitButton form={form} busyLabel="Looking for duplicates">
          Start the record
        </SubmitButton>
      </Form>
    </div>
  )
}
