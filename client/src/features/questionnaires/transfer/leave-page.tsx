import { useState } from 'react'
import { callRest } from '../../../api/rest.ts'
import { failureOf } from '../../../api/failure.ts'
import { withProof } from '../../../api/proof-of-work.ts'
import { useTitle } from '../../../layout/page.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { useWords } from '../../../words/language.ts'
import type { Draft } from '../draft/draft.ts'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import { StepButtons } from '../steps/parts/step-buttons.tsx'
import { sealDraft } from './sealed-draft.ts'
import { addressWith, newCode, shownCode } from './transfer-code.ts'

type Step =
  | { readonly kind: 'explaining' | 'making' }
  | { readonly kind: 'failed'; readonly because: string }
  | { readonly kind: 'made'; readonly code: string }

/**
 * Uploads the answers for another device, sealed under a code that is shown here and nowhere else
 * (shared/spec/contract.md#draft-transfers).
 */
export function LeavePage({ draft, onBack }: { draft: Draft; onBack: () => void }) {
  const { t } = useWords()
  const [step, setStep] = useState<Step>({ kind: 'explaining' })
  useTitle(t('questionnaire.transfer.leave'))
  const make = async () => {
    setStep({ kind: 'making' })
    try {
      const code = newCode()
      const { lookup, sealed } = await sealDraft(draft.transferredDraft(), code)
      await withProof((proof) => callRest('drafts/saveTransfer', { lookup, sealed, proof }))
      draft.setTransfer(lookup)
      setStep({ kind: 'made', code })
    } catch (error) {
      const { id, message } = failureOf(error)
      const isFull = id === 'TRANSFERS_FULL' || id === 'TOO_MANY_REQUESTS'
      setStep({ kind: 'failed', because: isFull ? t('questionnaire.transfer.full') : message })
    }
  }
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-65px)] w-full max-w-prose grow flex-col px-4 md:px-6">
      <div className="grid grow content-start gap-6 py-6">
        <h1 className="text-2xl">{t('questionnaire.transfer.leave')}</h1>
        {step.kind === 'made' ? (
          <CodeCard code={step.code} />
        ) : (
          <>
            <p>{t('questionnaire.transfer.leaveText')}</p>
            {step.kind === 'failed' && <Banner kind="error">{step.because}</Banner>}
            <div>
              <Button busy={step.kind === 'making'} busyLabel={t('questionnaire.send.moment')} onClick={() => void make()}>
                {t('questionnaire.transfer.make')}
              </Button>
            </div>
          </>
        )}
      </div>
      <StepButtons onBack={onBack} />
    </div>
  )
}

function CodeCard({ code }: { code: string }) {
  const { t } = useWords()
  return (
    <>
      <p role="status">{t('questionnaire.transfer.how', { action: t('questionnaire.transfer.receive') })}</p>
      <div className="grid justify-items-center gap-4 rounded-md border-2 border-ink bg-raised px-4 py-6 text-center">
        <p>{t('questionnaire.transfer.code')}</p>
        <bdi dir="ltr" data-code className="tabular text-[min(2.2rem,9vw)] font-bold whitespace-nowrap">
          {shownCode(code)}
        </bdi>
        <QrCode text={addressWith(code)} title={t('questionnaire.transfer.code')} />
        <CopyButton text={shownCode(code)} />
      </div>
      <Banner kind="warning">{t('questionnaire.transfer.secret')}</Banner>
    </>
  )
}
