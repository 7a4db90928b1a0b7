import { privacyRequestKinds, type PrivacyRequestKind } from '@portico/shared/rules/privacy'
import { useEffect, useState, type FormEvent } from 'react'
import { failureOf } from '../../api/failure.ts'
import { withProof } from '../../api/proof-of-work.ts'
import { callRest } from '../../api/rest.ts'
import { useLeaving } from '../../layout/navigation/use-leaving.ts'
import { Page } from '../../layout/page.tsx'
import { RespondentProofFields, useRespondentProof, type RespondentProof } from '../../layout/proof/respondent-proof.tsx'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { focusFirstFault } from '../../ui/focus-fault.ts'
import { loadNumberRules } from '../../ui/fields/phone-input-numbers.ts'
import { RadioRows } from '../../ui/fields/radio-rows.tsx'
import { useWords } from '../../words/language.ts'
import { PersonalDataView, type Visit } from './personal-data-view.tsx'

const kinds = ['see', 'correct', 'stop', 'delete'] as const
type RequestKind = (typeof kinds)[number]

/** Reads the kind and secret of an emailed link from the URL fragment, which browsers do not send to the server. */
function linkInAddress(): { kind: PrivacyRequestKind; token: string } | undefined {
  const [, name, token] = /^#([a-z]+)=([\w-]+)$/.exec(location.hash) ?? []
  const kind = privacyRequestKinds.find((one) => one === name)
  return kind && token ? { kind, token } : undefined
}

/**
 * /yourData: lets people see, correct, stop or delete what Portico stores about them (shared/spec/contract.md#privacy-requests). Stores
 * nothing on the device.
 */
export function YourDataPage() {
  const [link, setLink] = useState(linkInAddress)
  // Another link may be opened while the page is open.
  useEffect(() => {
    const follow = () => setLink((before) => linkInAddress() ?? before)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return link ? <OpenLink key={link.token} {...link} onAgain={() => setLink(undefined)} /> : <AskForLink />
}

function AskForLink() {
  const { t } = useWords()
  const proof = useRespondentProof()
  const [kind, setKind] = useState<RequestKind>('see')
  const [fault, setFault] = useState<string>()
  const [step, setStep] = useState<'asking' | 'busy' | 'sent'>('asking')
  const send = async (proven: RespondentProof) => {
    setStep('busy')
    try {
      await withProof((proof) => callRest('privacy/sendLink', { ...proven, kind, proof }))
      setStep('sent')
    } catch (error) {
      const { id, message } = failureOf(error)
      setFault(id === 'VALIDATION_ERROR' ? t('status.notFound') : message)
      setStep('asking')
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setFault(undefined)
    const proven = proof.check()
    if (!proven) focusFirstFault(event.currentTarget)
    else if (step === 'asking') void send(proven)
  }
  if (step === 'sent') return <Sent />
  return (
    <Page title={t('yourData.title')} subtitle={t('yourData.lead')} width="narrow">
      <form noValidate onSubmit={submit} onFocus={() => void loadNumberRules()} className="grid gap-6">
        {fault && <Banner kind="error">{fault}</Banner>}
        <RadioRows
          label={t('yourData.what')}
          value={kind}
          onChange={(event) => setKind(kinds.find((one) => one === event.target.value) ?? 'see')}
          choices={kinds.map((value) => ({ value, label: t(`yourData.${value}`) }))}
        />
        <RespondentProofFields fields={proof.fields} />
        <Button type="submit" wide busy={step === 'busy'} busyLabel={t('questionnaire.send.moment')}>
          {t('yourData.send')}
        </Button>
      </form>
    </Page>
  )
}

function Sent() {
  const { t } = useWords()
  return (
    <div role="status" ref={(news) => news?.focus()} tabIndex={-1} className="outline-none">
      <Page title={t('yourData.sentTitle')} width="prose">
        <p>{t('yourData.sent')}</p>
        <p>{t('yourData.sentCall')}</p>
      </Page>
    </div>
  )
}

// Requires a click, so that programs that scan links in emails do not use the link up.
function OpenLink({ kind, token, onAgain }: { kind: PrivacyRequestKind; token: string; onAgain: () => void }) {
  const { t } = useWords()
  const [visit, setVisit] = useState<Visit>()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      setVisit(await callRest('privacy/openLink', { token }))
      history.replaceState(history.state, '', location.pathname + location.search)
    } catch (error) {
      const { id, message } = failureOf(error)
      setFault(id === 'INVALID_CODE' ? t('yourData.expired') : message)
    }
    setBusy(false)
  }
  useLeaving(visit !== undefined, onAgain)
  if (visit) return <PersonalDataView visit={visit} wish={kind} />
  return (
    <Page title={t('yourData.title')} subtitle={t('yourData.openLead')} width="narrow">
      {fault && <Banner kind="error">{fault}</Banner>}
      {fault ? (
        <Button
          wide
          onClick={() => {
            history.replaceState(history.state, '', location.pathname + location.search)
            onAgain()
          }}
        >
          {t('yourData.send')}
        </Button>
      ) : (
        <Button wide busy={busy} busyLabel={t('questionnaire.send.moment')} onClick={() => void open()}>
          {t('yourData.open')}
        </Button>
      )}
    </Page>
  )
}
