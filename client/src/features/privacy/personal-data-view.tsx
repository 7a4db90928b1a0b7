import type { PrivacyRequestKind } from '@portico/shared/rules/privacy'
import { clockTimes } from '@portico/shared/words/clock-times'
import { directionOf } from '@portico/shared/words/languages'
import { useState, type FormEvent, type ReactNode } from 'react'
import { failureOf, type ClientFailure } from '../../api/failure.ts'
import { callRest, type RestInput, type RestOutput } from '../../api/rest.ts'
import { Page } from '../../layout/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { FaultBanner } from '../../ui/feedback/fault-banner.tsx'
import { ConfirmDialog } from '../../ui/feedback/dialog.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { saveText } from '../../ui/media/save-blob.ts'
import { useWords } from '../../words/language.ts'
import { LocalDate } from '../../words/local-date.tsx'

export type Visit = RestOutput<'privacy/openLink'>
type Kind = RestInput<'privacy/submitRequest'>['kind']

const wordsOf: Partial<Record<ClientFailure['id'], 'yourData.expired' | 'status.call'>> = {
  INVALID_CODE: 'yourData.expired',
  TOO_MANY_REQUESTS: 'status.call',
}

/** Shows what Portico stores about a person and the requests they can make; what `wish` asks for comes first. */
export function PersonalDataView({ visit: { visit, data: first }, wish }: { visit: Visit; wish: PrivacyRequestKind }) {
  const { t } = useWords()
  const [data, setData] = useState<Visit['data'] | null>(first)
  const [fault, setFault] = useState<string>()
  const [news, setNews] = useState<string>()
  const [busy, setBusy] = useState<Kind>()
  const ask = async (kind: Kind, text?: string): Promise<boolean> => {
    setBusy(kind)
    setFault(undefined)
    setNews(undefined)
    try {
      setData((await callRest('privacy/submitRequest', { visit, kind, text })).data)
      if (kind === 'correct') setNews(t('yourData.corrected'))
      return true
    } catch (error) {
      const { id, message } = failureOf(error)
      setFault(wordsOf[id] ? t(wordsOf[id]) : message)
      return false
    } finally {
      setBusy(undefined)
    }
  }
  if (!data)
    return (
      <div role="status" ref={(page) => page?.focus()} tabIndex={-1} className="outline-none">
        <Page title={t('yourData.deleted')} width="prose">
          <p>{t('yourData.deletedText')}</p>
        </Page>
      </div>
    )
  const actions = <Actions data={data} busy={busy} onAsk={ask} wish={wish} />
  return (
    <Page title={t('yourData.title')} width="prose">
      {fault && <FaultBanner>{fault}</FaultBanner>}
      {news && <Banner kind="success">{news}</Banner>}
      {data.stoppedAt && <Banner kind="info">{t('yourData.stoppedNote')}</Banner>}
      {wish === 'see' ? (
        <>
          <Facts data={data} />
          {actions}
        </>
      ) : (
        <>
          {actions}
          <Facts data={data} />
        </>
      )}
    </Page>
  )
}

function Facts({ data }: { data: Visit['data'] }) {
  const { t, language } = useWords()
  const { fullName, email, phoneNumber } = data.contact
  const facts = [
    [t('mail.invitation.number'), data.anonymousId],
    [t('yourData.name'), fullName],
    [t('status.email'), email],
    [t('status.phone'), phoneNumber],
  ]
  const save = () => saveText(JSON.stringify(data, null, 2), 'portico.json')
  return (
    <section className="grid gap-6">
      <dl className="grid gap-3">
        {facts.map(([label, value]) => value && <Fact key={label} label={label} value={<bdi>{value}</bdi>} />)}
        {data.seatTime && (
          <Fact label={t('seat.title')} value={<bdi>{clockTimes({ start: data.seatTime, end: null }, language, 'latn')}</bdi>} />
        )}
        <Fact label={t('yourData.sentOn')} value={<LocalDate value={data.submittedAt} />} />
      </dl>
      {data.parentConsent && <p>{t('questionnaire.review.parent')}</p>}
      <div className="no-print flex flex-wrap gap-3">
        <Button kind="secondary" onClick={save}>
          {t('yourData.save')}
        </Button>
        <Button kind="secondary" onClick={() => print()}>
          {t('sent.print')}
        </Button>
      </div>
      <h2 className="text-xl">{t('yourData.answers')}</h2>
      <dl lang={data.language} dir={directionOf(data.language)} className="grid gap-3">
        {data.answers.map(({ identifier, question, label }) => (
          <Fact key={identifier} label={<bdi>{question}</bdi>} value={<bdi>{label}</bdi>} />
        ))}
      </dl>
    </section>
  )
}

function Fact({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <div className="border-t border-line pt-3">
      <dt className="text-mute">{label}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </div>
  )
}

interface ActionsProps {
  data: Visit['data']
  wish: PrivacyRequestKind
  busy: Kind | undefined
  onAsk: (kind: Kind, text?: string) => Promise<boolean>
}

function Actions({ data, wish, busy, onAsk }: ActionsProps) {
  const { t } = useWords()
  const [deleting, setDeleting] = useState(false)
  const moment = t('questionnaire.send.moment')
  const correct = <Correction key="correct" busy={busy === 'correct'} onSend={(text) => onAsk('correct', text)} />
  const kind = data.stoppedAt ? 'resume' : 'stop'
  const stop = (
    <section key="stop" className="grid gap-3 border-t border-line pt-6">
      {kind === 'stop' && <p>{t('yourData.stopAsk')}</p>}
      <div>
        <Button kind="secondary" busy={busy === kind} busyLabel={moment} onClick={() => void onAsk(kind)}>
          {t(`yourData.${kind}`)}
        </Button>
      </div>
    </section>
  )
  const remove = (
    <section key="delete" className="grid gap-3 border-t border-line pt-6">
      <p>{t('yourData.deleteAsk')}</p>
      <div>
        <Button kind="stop" onClick={() => setDeleting(true)}>
          {t('yourData.delete')}
        </Button>
      </div>
      <ConfirmDialog
        open={deleting}
        kind="stop"
        title={t('yourData.delete')}
        confirmLabel={t('yourData.deleteYes')}
        busy={busy === 'delete'}
        busyLabel={moment}
        onConfirm={() => void onAsk('delete').then((done) => !done && setDeleting(false))}
        onCancel={() => setDeleting(false)}
      >
        <p>{t('yourData.deleteAsk')}</p>
      </ConfirmDialog>
    </section>
  )
  const sections = {
    see: [correct, stop, remove],
    correct: [correct, stop, remove],
    stop: [stop, correct, remove],
    delete: [remove, stop, correct],
  }
  return <div className="no-print grid gap-6">{sections[wish === 'resume' ? 'stop' : wish]}</div>
}

function Correction({ busy, onSend }: { busy: boolean; onSend: (text: string) => Promise<boolean> }) {
  const { t } = useWords()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFault(text.trim() === '' ? t('errors.required') : undefined)
    if (!busy && text.trim() !== '') void onSend(text).then((sent) => sent && setText(''))
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3 border-t border-line pt-6">
      <TextArea
        label={t('yourData.correct')}
        hint={t('yourData.correctHint')}
        error={fault}
        value={text}
        maxLength={2_000}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button type="submit" kind="secondary" busy={busy} busyLabel={t('questionnaire.send.moment')}>
          {t('yourData.correctSend')}
        </Button>
      </div>
    </form>
  )
}
