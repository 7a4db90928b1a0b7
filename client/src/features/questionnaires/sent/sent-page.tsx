import { Page } from '../../../layout/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { useWords } from '../../../words/language.ts'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import './print-card.css'
import type { Receipt } from './receipt.ts'

const bring = [
  'sent.bringNumber',
  'mail.invitation.bringGreenCard',
  'mail.invitation.bringPhotoId',
  'mail.invitation.bringHistory',
  'mail.invitation.bringTrips',
  'mail.invitation.bringPapers',
] as const

/** The answers have arrived: the person's number, what happens now, and what to bring. The same words for everyone, never a verdict. */
export function SentPage({ receipt, onAgain }: { receipt: Receipt; onAgain: () => void }) {
  const { t } = useWords()
  const { anonymousId, shared } = receipt
  return (
    <Page title={t('sent.title')} subtitle={t('sent.lead')} width="prose">
      <section
        aria-labelledby="number"
        className="print-card grid justify-items-center gap-4 rounded-md border-2 border-ink bg-raised px-4 py-6 text-center"
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
        <QrCode text={anonymousId} title={t('sent.qr')} />
        <p className="max-w-narrow">{t('mail.invitation.numberUse')}</p>
        <div className="no-print flex flex-wrap justify-center gap-3 [&>button]:min-h-12">
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
        <h2>{t('mail.invitation.bring')}</h2>
        <ul>
          {bring.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
      </section>
      <div className="no-print">
        <Button kind={shared ? 'primary' : 'secondary'} onClick={onAgain}>
          {t(shared ? 'sent.clear' : 'sent.again')}
        </Button>
      </div>
    </Page>
  )
}
