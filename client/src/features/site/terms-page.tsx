import { Link } from 'wouter'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { useWords } from '../../words/language.ts'
import { RichText } from '../../words/rich-text.tsx'
import { LegalSection } from './legal-section.tsx'

/** `/termsAndConditions`. The text is based on shared/spec/product.md and on what Portico does; awaits approval by an attorney. */
export function TermsPage() {
  const { t } = useWords()
  const privacy = (inner: string) => <Link href={paths.privacy()}>{inner}</Link>
  return (
    <Page title={t('terms.title')} subtitle={t('terms.subtitle')} width="prose">
      <div className="prose">
        <LegalSection title={t('terms.what.title')} texts={[t('terms.what.text'), t('terms.what.government')]} />
        <LegalSection title={t('terms.advice.title')} texts={[t('terms.advice.text'), t('terms.advice.application')]} />
        <LegalSection title={t('terms.age.title')} texts={[t('terms.age.text')]} />
        <LegalSection title={t('terms.answers.title')} texts={[t('terms.answers.text'), t('terms.answers.number')]} />
        <LegalSection title={t('terms.workshops.title')} texts={[t('terms.workshops.text')]} />
        <LegalSection title={t('terms.others.title')} texts={[t('terms.others.text')]} />
        <LegalSection title={t('terms.staff.title')} texts={[t('terms.staff.text')]} />
        <LegalSection title={t('terms.privacy.title')}>
          <p>
            <RichText text={t('terms.privacy.text')} parts={{ privacy }} />
          </p>
        </LegalSection>
      </div>
    </Page>
  )
}
