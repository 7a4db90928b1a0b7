import { useRef, useState, type FormEvent } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { useLeaving } from '../../../layout/navigation/use-leaving.ts'
import { Page } from '../../../layout/page.tsx'
import { RespondentProofFields, useRespondentProof, type RespondentProof } from '../../../layout/proof/respondent-proof.tsx'
import { Button } from '../../../ui/button.tsx'
import { FaultBanner } from '../../../ui/feedback/fault-banner.tsx'
import { focusFirstFault } from '../../../ui/focus-fault.ts'
import { loadNumberRules } from '../../../ui/fields/phone-input-numbers.ts'
import { useWords } from '../../../words/language.ts'
import { askStatus, type Status } from './ask-status.ts'
import { StatusAnswer } from './status-answer.tsx'

/**
 * Shows respondents where they are, given the number on their receipt and something else that only they know
 * (shared/spec/contract.md#respondent-status). Stores nothing.
 */
export function StatusPage() {
  const { t } = useWords()
  const proof = useRespondentProof()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [status, setStatus] = useState<Status>()
  // An answer that arrives after the page was left is for nobody.
  const asked = useRef<RespondentProof>(undefined)
  const ask = async (proven: RespondentProof) => {
    asked.current = proven
    setBusy(true)
    try {
      const answer = await askStatus(proven)
      if (asked.current === proven) setStatus(answer)
    } catch (error) {
      const { id, message } = failureOf(error)
      setFault(id === 'NOT_FOUND' || id === 'VALIDATION_ERROR' ? t('status.notFound') : message)
    }
    setBusy(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setFault(undefined)
    const proven = proof.check()
    if (!proven) focusFirstFault(event.currentTarget)
    else if (!busy) void ask(proven)
  }
  const again = () => {
    setStatus(undefined)
    proof.clear()
  }
  useLeaving(busy || status !== undefined, () => {
    asked.current = undefined
    setStatus(undefined)
  })
  if (status) return <StatusAnswer status={status} onAgain={again} />
  return (
    <Page title={t('status.title')} subtitle={t('status.lead')} width="narrow">
      <form noValidate onSubmit={submit} onFocus={() => void loadNumberRules()} className="grid gap-6">
        {fault && <FaultBanner>{fault}</FaultBanner>}
        <RespondentProofFields fields={proof.fields} />
        <Button type="submit" wide busy={busy} busyLabel={t('questionnaire.send.moment')}>
          {t('status.show')}
        </Button>
      </form>
    </Page>
  )
}
