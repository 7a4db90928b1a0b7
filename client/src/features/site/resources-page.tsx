import { agencies } from '../../content/agencies.ts'
import { courthouses, courtWebsite } from '../../content/courthouses.ts'
import { Page } from '../../layout/page.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { useWords } from '../../words/language.ts'
import { useScrollToAnchor } from './use-scroll-to-anchor.ts'
import { AgencyEntry } from './resources/agency-entry.tsx'
import { CourthouseEntry } from './resources/courthouse-entry.tsx'
import { HelpPictures } from './resources/help-pictures.tsx'
import { PageContents } from './resources/page-contents.tsx'
import { RecordsNeeded } from './resources/records-needed.tsx'
import { Section } from './resources/section.tsx'

/** `/resources`: required records, where to request them, free or low-cost legal help, and picture guides. */
export function ResourcesPage() {
  const { t } = useWords()
  useScrollToAnchor()
  return (
    <Page title={t('resources.title')} subtitle={t('resources.subtitle')}>
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[15rem_1fr]">
        <PageContents />
        <div className="grid min-w-0 gap-10 md:gap-16">
          <Banner kind="info">{t('resources.beforeYouGo')}</Banner>
          <Section id="records" title={t('resources.records.title')} text={t('resources.records.text')}>
            <RecordsNeeded website={courtWebsite} />
          </Section>
          <Section id="courts" title={t('resources.courts.title')} text={t('resources.courts.text')}>
            <ul className="grid border-t-2 border-ink md:grid-cols-2 md:gap-x-10">
              {courthouses.map((courthouse) => (
                <CourthouseEntry key={courthouse.id} courthouse={courthouse} />
              ))}
            </ul>
          </Section>
          <Section id="agencies" title={t('resources.agencies.title')} text={t('resources.agencies.text')}>
            <ul className="grid border-t-2 border-ink md:grid-cols-2 md:gap-x-10">
              {agencies.map((agency) => (
                <AgencyEntry key={agency.id} agency={agency} />
              ))}
            </ul>
          </Section>
          <Section id="help" title={t('resources.help.title')} text={t('resources.help.text')}>
            <HelpPictures />
          </Section>
        </div>
      </div>
    </Page>
  )
}
