import { useCallback, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/feedback/skeleton.tsx'
import { useWords } from '../../words/language.ts'
import { Answering } from './answering.tsx'
import { useQuestionnaireLoad, type QuestionnaireRequest } from './loading/use-questionnaire-load.ts'
import { endWalkIn, isWalkInLink } from './loading/walk-in.ts'
import { titleOf } from './loading/questionnaire-title.ts'
import { ClosedPage } from './sent/closed-page.tsx'
import { forgetReceipt, keepReceipt, readReceipt } from './sent/receipt.ts'
import { rememberSent } from './sent/sent-memory.ts'
import { forgetTransfer } from './transfer/forget-transfer.ts'
import { prepareSentPage, SentPage } from './sent/sent-page.tsx'

/**
 * A questionnaire, for the workshop that a submission would belong to; while no open workshop has it, a single sentence says so
 * (shared/spec/contract.md#registration-window).
 */
export function QuestionnairePage({ name, workshopName }: QuestionnaireRequest) {
  return <OneQuestionnaire key={`${workshopName ?? ''}/${name}`} name={name} workshopName={workshopName} />
}

function OneQuestionnaire(request: QuestionnaireRequest) {
  const { name, workshopName } = request
  const { t } = useWords()
  const [sent, setSent] = useState(() => (isWalkInLink() ? undefined : readReceipt(name)))
  const [load, actions] = useQuestionnaireLoad(request)
  const { reload } = actions
  useEffect(() => {
    if (load.kind === 'ready') prepareSentPage()
  }, [load.kind])
  const clear = useCallback(() => {
    forgetReceipt()
    setSent(undefined)
    reload()
  }, [reload])
  useWalkInLink(clear)
  if (sent) return <SentPage request={request} receipt={sent} onAgain={clear} />
  switch (load.kind) {
    case 'loading':
      return (
        <Page title={t('questionnaire.title')} subtitle={t('citizenship.subtitle')} width="prose">
          {/* As tall as the content to come, to avoid a layout shift of the footer. */}
          <div className="min-h-dvh">
            <Loading />
          </div>
        </Page>
      )
    case 'closed':
      return <ClosedPage workshop={request.workshopName !== undefined} draft={load.draft} onAgain={reload} />
    case 'failed':
      return (
        <Page title={t('questionnaire.title')} width="prose">
          <Banner kind="error">{t('questionnaire.loadFailed')}</Banner>
          <div>
            <Button onClick={reload}>{t('questionnaire.again')}</Button>
          </div>
        </Page>
      )
    case 'elsewhere':
      return (
        <Page title={t('questionnaire.title')} width="prose">
          <Banner kind="warning">{t('questionnaire.elsewhere.text')}</Banner>
          <Link href={paths.questionnaire(load.name)} className="link">
            {t('questionnaire.elsewhere.action')}
          </Link>
        </Page>
      )
    case 'other': {
      const { name: other, answers, texts } = load.draft.state()
      const title = Object.values(texts).at(-1)?.title ?? titleOf(other)
      return (
        <Page title={t('questionnaire.otherDraft.title')} width="prose">
          <p>{t('questionnaire.otherDraft.text', { number: Object.keys(answers).length, title: `\u2068${title}\u2069` })}</p>
          <div className="flex flex-wrap gap-3">
            {load.canJoin ? (
              <Button onClick={actions.continueDraft}>{t('questionnaire.changed.goOn')}</Button>
            ) : (
              <LinkButton to={paths.questionnaire(other)}>{t('questionnaire.changed.goOn')}</LinkButton>
            )}
            <Button kind="stop" onClick={actions.startAgain}>
              {t('questionnaire.otherDraft.begin')}
            </Button>
          </div>
        </Page>
      )
    }
    case 'changed':
      return (
        <Page title={t('questionnaire.changed.title')} width="prose">
          <p>{t(load.canContinue ? 'questionnaire.changed.text' : 'questionnaire.changed.textLost')}</p>
          <div className="flex flex-wrap gap-3">
            {load.canContinue && <Button onClick={actions.continueDraft}>{t('questionnaire.changed.goOn')}</Button>}
            <Button kind="secondary" onClick={actions.startAgain}>
              {t('questionnaire.startAgain.action')}
            </Button>
          </div>
        </Page>
      )
    case 'ready': {
      const { draft } = load
      const received = (anonymousId: string) => {
        forgetTransfer(draft.state().transfer)
        endWalkIn(draft.state().walkIn)
        const receipt = { name, anonymousId, shared: draft.state().keeping === 'nowhere' }
        if (!receipt.shared) {
          keepReceipt(receipt)
          rememberSent(name)
        }
        setSent(receipt)
      }
      return (
        <Answering key={draft.state().idempotencyKey} draft={draft} workshopName={workshopName} onReceived={received} onEnded={reload} />
      )
    }
  }
}

/** Calls `open` when a walk-in's link is opened in the tab that shows this page already. */
function useWalkInLink(open: () => void): void {
  useEffect(() => {
    const openIfLink = () => {
      if (isWalkInLink()) open()
    }
    addEventListener('hashchange', openIfLink)
    return () => removeEventListener('hashchange', openIfLink)
  }, [open])
}
