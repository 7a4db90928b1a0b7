import { scannedId } from '@portico/shared/rules/scanned-id'
import { useEffect, useState, type FormEvent } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { Page } from '../../../layout/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { PhoneInput } from '../../../ui/fields/phone-input.tsx'
import { loadNumberRules } from '../../../ui/fields/phone-input-numbers.ts'
import { RadioRows } from '../../../ui/fields/radio-rows.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useWords } from '../../../words/language.ts'
import { askStatus, dropNumberFromAddress, numberInAddress, type Status } from './ask-status.ts'
import { StatusAnswer } from './status-answer.tsx'

type Faults = Partial<Record<'number' | 'contact' | 'form', string>>

/** Where am I? For the number of the receipt and what else only the respondent knows (shared/spec/contract.md#respondent-status). Keeps nothing. */
export function StatusPage() {
  const { t } = useWords()
  const [number, setNumber] = useState(numberInAddress)
  const [by, setBy] = useState<'phone' | 'email'>('phone')
  const [phone, setPhone] = useState('')
  const [email, setEmail] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const [status, setStatus] = useState<Status>()
  useEffect(dropNumberFromAddress, [])
  const contact = by === 'phone' ? phone : email.trim()
  const ask = async (anonymousId: string) => {
    setBusy(true)
    try {
      setStatus(await askStatus({ respondent: { anonymousId }, contact }))
    } catch (error) {
      const { id, message } = failureOf(error)
      setFaults({ form: id === 'NOT_FOUND' || id === 'VALIDATION_ERROR' ? t('status.notFound') : message })
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const anonymousId = scannedId(number)
    const found: Faults = {
      ...(!anonymousId && { number: t(number.trim() === '' ? 'errors.required' : 'status.numberForm') }),
      ...(contact === '' && { contact: t('errors.required') }),
    }
    setFaults(found)
    if (!busy && anonymousId && contact !== '') void ask(anonymousId)
  }
  const again = () => {
    setStatus(undefined)
    setNumber('')
    setPhone('')
    setEmail('')
  }
  if (status) return <StatusAnswer status={status} onAgain={again} />
  return (
    <Page title={t('status.title')} subtitle={t('status.lead')} width="narrow">
      <form noValidate onSubmit={submit} onFocus={() => void loadNumberRules()} className="grid gap-6">
        {faults.form && <Banner kind="error">{faults.form}</Banner>}
        <TextField
          label={t('mail.invitation.number')}
          hint={t('status.numberHint')}
          error={faults.number}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
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
        <Button type="submit" wide busy={busy} busyLabel={t('questionnaire.send.moment')}>
          {t('status.show')}
        </Button>
      </form>
    </Page>
  )
}
