import type { ReactNode } from 'react'
import { site } from '../../content/site.ts'
import { Logo } from '../../layout/navigation/logo.tsx'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { useWords } from '../../words/language.ts'
import { useScrollToAnchor } from './use-scroll-to-anchor.ts'

/** `/about`: who runs Portico, its work and impact, its partners, and how to donate. External sites link to `#impact` and `#donate`. */
export function AboutPage() {
  const { t } = useWords()
  useScrollToAnchor()
  return (
    <Page title={t('about.title')} subtitle={t('about.subtitle')}>
      <div className="grid gap-14 md:gap-20">
        <Part title={t('about.who.title')}>
          <p className="text-lg">{t('about.who.text')}</p>
          <p className="text-mute">{t('about.who.name')}</p>
        </Part>
        <Part title={t('about.what.title')}>
          <Activities />
        </Part>
        <Impact />
        <Part title={t('about.partners.title')}>
          <ul className="flex flex-wrap items-center gap-x-12 gap-y-6">
            {(['cet', 'ossj', 'svcf'] as const).map((key) => (
              <li key={key}>
                <Logo logoKey={key} height={44} />
              </li>
            ))}
          </ul>
        </Part>
        <Part id="donate" title={t('about.donate.title')}>
          <Giving />
        </Part>
        <Part title={t('about.next')}>
          <p className="flex flex-wrap items-start gap-3">
            <LinkButton to={paths.citizenship()}>{t('about.start')}</LinkButton>
            <LinkButton to={paths.events()} kind="secondary">
              {t('about.events')}
            </LinkButton>
          </p>
        </Part>
      </div>
    </Page>
  )
}

function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="grid scroll-mt-6 gap-x-12 gap-y-4 lg:grid-cols-[18rem_1fr]">
      <h2 className="text-2xl">{title}</h2>
      <div className="grid max-w-prose content-start gap-4">{children}</div>
    </section>
  )
}

function Activities() {
  const { t } = useWords()
  const activities = ['questions', 'advisors', 'workshops', 'resources'] as const
  return (
    <ul className="grid gap-4">
      {activities.map((activity) => (
        <li key={activity} className="flex gap-3">
          <span className="flex h-[1lh] items-center text-good">
            <Icon name="check-circle" size={22} />
          </span>
          {t(`about.what.${activity}`)}
        </li>
      ))}
    </ul>
  )
}

function Impact() {
  const { t } = useWords()
  const figures = ['people', 'languages'] as const
  return (
    <section id="impact" className="on-deep scroll-mt-6 rounded-md bg-deep px-6 py-10 text-on-deep md:px-12 md:py-14">
      <h2 className="pb-8 text-2xl">{t('about.impact.title')}</h2>
      <dl className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
        {figures.map((figure) => (
          <div key={figure} className="flex flex-col-reverse justify-end border-s-2 border-accent-on-deep ps-5">
            <dt className="text-lg text-on-deep-mute">{t(`about.impact.${figure}Label`)}</dt>
            <dd className="text-4xl font-bold">{t(`about.impact.${figure}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Giving() {
  const { t } = useWords()
  const elsewhere = site.donateUrl.startsWith('http')
  return (
    <>
      <p>{t('about.donate.text')}</p>
      {elsewhere ? (
        <p>
          <LinkButton to={site.donateUrl} icon="external">
            {t('about.donate.action')}
          </LinkButton>
        </p>
      ) : (
        <p className="text-mute">{t('about.donate.closed')}</p>
      )}
    </>
  )
}
