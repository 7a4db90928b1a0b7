import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { Suspense } from 'react'
import { lazyPart } from '../../../layout/loading/lazy-part.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Loading } from '../../../ui/feedback/skeleton.tsx'
import { useWords } from '../../../words/language.ts'
import type { Draft } from '../draft/draft.ts'
import { StepButtons } from '../steps/parts/step-buttons.tsx'
import { takeCodeFromAddress } from './transfer-code.ts'

/** A transfer to or from another device; `code` if it came with the URL. */
export type Transfer = { readonly kind: 'leave' } | { readonly kind: 'receive'; readonly code?: string }

const LeavePage = lazyPart(async () => (await import('./leave-page.tsx')).LeavePage, UnloadedPage)
const ReceivePage = lazyPart(async () => (await import('./receive-page.tsx')).ReceivePage, UnloadedPage)

/** False on a page loaded over plain http, where no cryptography is available to seal answers. */
export const canTransfer = globalThis.isSecureContext

/** Returns the transfer requested by a URL from a QR code, if any. */
export function transferOfAddress(): Transfer | undefined {
  const code = takeCodeFromAddress()
  return code && canTransfer ? { kind: 'receive', code } : undefined
}

export interface TransferPageProps {
  transfer: Transfer
  draft: Draft
  questionnaire: Questionnaire
  onDone: () => void
}

/** The page of a transfer; its cryptography is loaded on demand. */
export function TransferPage({ transfer, draft, questionnaire, onDone }: TransferPageProps) {
  const { questions, language } = questionnaire
  return (
    <Suspense fallback={<Loading />}>
      {transfer.kind === 'leave' ? (
        <LeavePage draft={draft} onBack={onDone} />
      ) : (
        <ReceivePage {...{ draft, questions, language, onDone }} code={transfer.code} onBack={onDone} />
      )}
    </Suspense>
  )
}

// Rendered if loading fails, so that a lost connection does not cost answers that only this page holds.
function UnloadedPage({ onBack }: { onBack: () => void }) {
  const { t } = useWords()
  return (
    <div className="mx-auto grid w-full max-w-prose gap-6 px-4 py-6 md:px-6">
      <Banner kind="error">{t('errors.network')}</Banner>
      <StepButtons onBack={onBack} />
    </div>
  )
}
