import { writtenId } from '@portico/shared/rules/scanned-id'
import { useEffect, useState } from 'react'
import { PhoneInput } from '../../ui/fields/phone-input.tsx'
import { RadioRows } from '../../ui/fields/radio-rows.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useWords } from '../../words/language.ts'
import { useLeaving } from '../navigation/use-leaving.ts'
import { RespondentNumberField } from './respondent-number-field.tsx'

type Faults = Partial<Record<'number' | 'contact', string>>

/** How a respondent proves their identity: their number, and the telephone number or e-mail address that they gave. */
export interface RespondentProof {
  readonly respondent: { readonly anonymousId: string }
  readonly contact: string
}

/** Manages the fields of a `RespondentProof`. A number in the URL fragment is filled in and removed from the URL. */
export function useRespondentProof() {
  const { t } = useWords()
  const [number, setNumber] = useState(() => writtenId(location.hash.slice(1)) ?? '')
  const [by, setBy] = useState<'phone' | 'email'>('phone')
  const [phone, setPhone] = useState('')
  const [email, setEmail] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  useEffect(dropFromAddress, [])
  /** Returns the proof that was entered; if something is missing, marks the fields and returns undefined. */
  const check = (): RespondentProof | undefined => {
    const anonymousId = writtenId(number)
    const contact = by === 'phone' ? phone : email.trim()
    setFaults({
      ...(!anonymousId && { number: t(number.trim() === '' ? 'errors.required' : 'status.numberForm') }),
      ...(contact === '' && { contact: t('errors.required') }),
    })
    return anonymousId && contact !== '' ? { respondent: { anonymousId }, contact } : undefined
  }
  const clear = () => {
    setNumber('')
    setPhone('')
    setEmail('')
  }
  useLeaving(true, clear)
  return { check, clear, fields: { number, setNumber, by, setBy, phone, setPhone, email, setEmail, faults } }
}

// In an effect, because changing the URL during render would cause another render.
function dropFromAddress(): void {
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
}

/** The fields of `useRespondentProof`. */
export function RespondentProofFields({ fields }: { fields: ReturnType<typeof useRespondentProof>['fields'] }) {
  const { t } = useWords()
  const { number, setNumber, by, setBy, phone, setPhone, email, setEmail, faults } = fields
  return (
    <>
      <RespondentNumberField error={faults.number} value={number} onChange={setNumber} />
      <RadioRows
        label={t('status.contact')}
        sideBySide
        value={by}
        onChange={(event) => setBy(event.target.value === 'email' ? 'email' : 'phone')}
        choices={[
          { value: 'phone', label: t('status.phone') },
          { value: 'email', label: t('status.email') },
        ]}
      />
      {by === 'phone' ? (
        <PhoneInput label={t('status.phone')} value={phone} onChange={setPhone} error={faults.contact} />
      ) : (
        <TextField
          type="email"
          label={t('status.email')}
          error={faults.contact}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          dir="ltr"
          autoComplete="email"
        />
      )}
    </>
  )
}
