import { Suspense } from 'react'
import { lazyPart } from '../../../layout/loading/lazy-part.ts'
import { useLeaving } from '../../../layout/navigation/use-leaving.ts'
import { Page } from '../../../layout/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { paths } from '../../../paths.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { useWords } from '../../../words/language.ts'
import type { QuestionnaireRequest } from '../loading/use-questionnaire-load.ts'
import { BringList } from './bring-list.tsx'
import './print-sheet.css'
import type { Receipt } from './receipt.ts'
import { useWorkshop } from './use-workshop.ts'

// Not needed before the first question; if it cannot be loaded, the number is still readable.
const loadQrCode = () => import('../../../ui/media/qr-code.tsx')
const QrCode = lazyPart(
  async () => (await loadQrCode()).QrCode,
  () => null,
)

/** Preloads dependencies of the page while online. */
export function prepareSentPage(): void {
  loadQrCode().catch(() => {})
}

export interface SentPageProps {
  request: QuestionnaireRequest
  receipt: Receipt
  onAgain: () => void
}

/**
 * Confirms that the answers have arrived and shows the person's number, the next steps and what to bring. The text is the same for everyone
 * and never a verdict.
 */
export function SentPage({ request, receipt, onAgain }: SentPageProps) {
  const { t } = useWords()
  const { anonymousId, shared } = receipt
  const workshop = useWorkshop(request)
  useLeaving(shared, onAgain)
  return (
    <Page title={t('sent.title')} subtitle={t('sent.lead')} width="prose">
      <div className="print-sheet grid gap-6">
        <section
          aria-labelledby="number"
          className="grid justify-items-center gap-4 rounded-md border-2 border-ink bg-raised px-4 py-6 text-center"
        >
          <p className="hidden font-bold print:block">{t('logo.portico')}</p>
          <h2 id="number" className="text-lg">
            {t('mail.invitation.number')}
          </h2>
          <p>
            <bdi dir="ltr" className="tabular text-[min(2.5rem,7.4vw)] font-bold whitespace-nowrap">
              {anonymousId}
            </bdi>
          </p>
          <div className="min-h-48">
            <Suspense>
              <QrCode text={location.origin + paths.status(anonymousId)} title={t('sent.qr')} />
            </Suspense>
          </div>
          <p className="max-w-narrow">{t('mail.invitation.numberUse')}</p>
          <div className="no-print flex flex-wrap justify-center gap-3 [&_button]:min-h-12">
            <CopyButton text={anonymousId} />
            <Button kind="secondary" onClick={() => print()}>
              {t('sent.print')}
            </Button>
          </div>
        </section>
        <p className="no-print">{t('sent.keep')}</p>
        <section className="prose">
          <h2>{t('sent.next')}</h2>
          <ol>
            <li>{t('mail.invitation.advisor')}</li>
            <li>{t('sent.message')}</li>
            <li>{t('sent.wait')}</li>
          </ol>
          {workshop && <BringList bring={workshop.bring} />}
        </section>
      </div>
      <div className="no-print flex flex-wrap gap-3">
        <LinkButton kind="secondary" to={paths.status(anonymousId)}>
          {t('status.title')}
        </LinkButton>
        <Button kind={shared ? 'primary' : 'secondary'} onClick={onAgain}>
          {t(shared ? 'sent.clear' : 'sent.again')}
        </Button>
      </div>
    </Page>
  )
}
