import { privacyRequestKinds, type PrivacyRequestKind } from '@portico/shared/rules/privacy'
import { useEffect, useState, type FormEvent } from 'react'
import { failureOf } from '../../api/failure.ts'
import { withProof } from '../../api/proof-of-work.ts'
import { callRest } from '../../api/rest.ts'
import { useLeaving } from '../../layout/navigation/use-leaving.ts'
import { Page } from '../../layout/page.tsx'
import { RespondentProofFields, useRespondentProof, type RespondentProof } from '../../layout/proof/respondent-proof.tsx'
import { removeFragment } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { FaultBanner } from '../../ui/feedback/fault-banner.tsx'
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
  const [expired, setExpired] = useState<PrivacyRequestKind>()
  // Another link may be opened while the page is open.
  useEffect(() => {
    const follow = () => setLink((before) => linkInAddress() ?? before)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const askAgain = (kind?: PrivacyRequestKind) => {
    setExpired(kind)
    setLink(undefined)
  }
  return link ? (
    <OpenLink key={link.token} {...link} onExpired={() => askAgain(link.kind)} onAgain={askAgain} />
  ) : (
    <AskForLink expired={expired} />
  )
}

/** `expired` is what a link that no longer works was for. */
function AskForLink({ expired }: { expired: PrivacyRequestKind | undefined }) {
  const { t } = useWords()
  const proof = useRespondentProof()
  const [kind, setKind] = useState<RequestKind>(kinds.find((one) => one === expired) ?? 'see')
  const [fault, setFault] = useState(expired && t('yourData.expired'))
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
        {fault && <FaultBanner>{fault}</FaultBanner>}
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

interface OpenLinkProps {
  kind: PrivacyRequestKind
  token: string
  /** Called when the link no longer works. */
  onExpired: () => void
  /** Called when the page is left, so that the back button does not show the data again. */
  onAgain: () => void
}

// Requires a click, so that programs that scan links in emails do not use the link up.
function OpenLink({ kind, token, onExpired, onAgain }: OpenLinkProps) {
  const { t } = useWords()
  const [visit, setVisit] = useState<Visit>()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      setVisit(await callRest('privacy/openLink', { token }))
      removeFragment()
    } catch (error) {
      const { id, message } = failureOf(error)
      if (id === 'INVALID_CODE') {
        removeFragment()
        return onExpired()
      }
      setFault(message)
    }
    setBusy(false)
  }
  useLeaving(busy || visit !== undefined, onAgain)
  if (visit) return <PersonalDataView visit={visit} wish={kind} />
  return (
    <Page title={t('yourData.title')} subtitle={t('yourData.openLead')} width="narrow">
      {fault && <FaultBanner>{fault}</FaultBanner>}
      <Button wide busy={busy} busyLabel={t('questionnaire.send.moment')} onClick={() => void open()}>
        {t('yourData.open')}
      </Button>
    </Page>
  )
}
