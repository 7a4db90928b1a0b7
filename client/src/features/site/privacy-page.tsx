import { site } from '../../content/site.ts'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { useWords } from '../../words/language.ts'
import { LegalSection } from './legal-section.tsx'
import { Promises } from './promises.tsx'

/** `/privacyPolicy`, with the times of shared/spec/product.md#privacy-times. Awaits approval by an attorney. */
export function PrivacyPage() {
  const { t } = useWords()
  const readers = ['agency', 'workshop', 'admin'] as const
  return (
    <Page title={t('privacy.title')} subtitle={t('privacy.subtitle')} width="prose">
      <Promises />
      <div className="prose">
        <LegalSection title={t('privacy.ask.title')} texts={[contactText(t), t('privacy.ask.text')]}>
          <p>
            <LinkButton kind="secondary" to={paths.yourData()}>
              {t('privacy.ask.online')}
            </LinkButton>
          </p>
        </LegalSection>
        <LegalSection title={t('privacy.collect.title')} texts={[t('privacy.collect.text'), t('privacy.collect.never')]} />
        <LegalSection title={t('privacy.use.title')} texts={[t('privacy.use.text'), t('privacy.use.government')]} />
        <LegalSection title={t('privacy.see.title')} texts={[t('privacy.see.text')]}>
          <ul>
            {readers.map((reader) => (
              <li key={reader}>{t(`privacy.see.${reader}`)}</li>
            ))}
          </ul>
          <p>{t('privacy.see.kept')}</p>
        </LegalSection>
        <LegalSection
          title={t('privacy.device.title')}
          texts={[
            t('privacy.device.text'),
            t('privacy.device.elsewhere'),
            t('privacy.device.leaving'),
            t('privacy.device.staff'),
            t('privacy.device.video'),
          ]}
        />
      </div>
    </Page>
  )
}

function contactText(t: ReturnType<typeof useWords>['t']): string {
  return site.contactEmail ? t('privacy.ask.contact', { address: site.contactEmail }) : t('privacy.ask.contactNone')
}
