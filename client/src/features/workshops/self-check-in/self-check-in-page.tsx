import { writtenId } from '@portico/shared/rules/scanned-id'
import { useState, type FormEvent } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { callRest } from '../../../api/rest.ts'
import { Page } from '../../../layout/page.tsx'
import { FaultBanner } from '../../../ui/feedback/fault-banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { focusFirstFault } from '../../../ui/focus-fault.ts'
import { Icon } from '../../../ui/icon.tsx'
import { RespondentNumberField } from '../../../layout/proof/respondent-number-field.tsx'
import { useWords } from '../../../words/language.ts'
import { CameraScanner } from '../camera/camera-scanner.tsx'
import { canScan } from '../camera/can-scan.ts'

type Outcome = 'done' | 'notDone'

/**
 * /workshops/{name}/check-in: the target of the poster's QR code. Takes the respondent's id, typed or scanned from the receipt, and gives
 * the same answer for every reason why it cannot check them in (shared/spec/contract.md#check-in). Stores nothing.
 */
export function SelfCheckInPage() {
  const { t } = useWords()
  const [number, setNumber] = useState('')
  const [fault, setFault] = useState<{ number?: string; form?: string }>({})
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const checkIn = async (anonymousId: string) => {
    setBusy(true)
    try {
      await callRest('workshops/respondentCheckIn', { respondent: { anonymousId } })
      setOutcome('done')
    } catch (error) {
      const { id, message } = failureOf(error, t)
      if (id === 'NOT_FOUND') setOutcome('notDone')
      else setFault({ form: message })
    }
    setBusy(false)
  }
  const take = (text: string): boolean => {
    const anonymousId = writtenId(text)
    if (anonymousId && !busy) void checkIn(anonymousId)
    return anonymousId !== undefined
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setFault({})
    if (take(number)) return
    setFault({ number: t(number.trim() === '' ? 'errors.required' : 'status.numberForm') })
    focusFirstFault(event.currentTarget)
  }
  const again = () => {
    setOutcome(undefined)
    setNumber('')
    setFault({})
  }
  if (outcome) return <OutcomePage outcome={outcome} onNext={again} />
  return (
    <Page title={t('checkIn.title')} subtitle={t('checkIn.lead')} width="narrow">
      <form noValidate onSubmit={submit} className="grid gap-6">
        {fault.form && <FaultBanner>{fault.form}</FaultBanner>}
        <RespondentNumberField error={fault.number} value={number} onChange={setNumber} />
        <Button type="submit" wide busy={busy} busyLabel={t('questionnaire.send.moment')}>
          {t('checkIn.submit')}
        </Button>
      </form>
      {canScan() && <OwnCamera onScan={take} />}
    </Page>
  )
}

function OwnCamera({ onScan }: { onScan: (text: string) => boolean }) {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  if (open)
    return (
      <CameraScanner
        onScan={onScan}
        onClose={() => setOpen(false)}
        closeLabel={t('checkIn.closeCamera')}
        faultText={t('checkIn.cameraFailed')}
      />
    )
  return (
    <Button kind="secondary" wide onClick={() => setOpen(true)}>
      {t('checkIn.scan')}
    </Button>
  )
}

function OutcomePage({ outcome, onNext }: { outcome: Outcome; onNext: () => void }) {
  const { t } = useWords()
  const done = outcome === 'done'
  return (
    <Page title={t(`checkIn.${outcome}`)} width="narrow">
      <div role="status" className="grid justify-items-center gap-4 rounded-md border-2 border-ink bg-raised px-4 py-8 text-center">
        <span className={done ? 'text-good' : 'text-ink'}>
          <Icon name={done ? 'check-circle' : 'info'} size={72} />
        </span>
        <p className="text-lg">{t(`checkIn.${outcome}Text`)}</p>
      </div>
      <Button kind="secondary" wide onClick={onNext}>
        {t('checkIn.next')}
      </Button>
    </Page>
  )
}
