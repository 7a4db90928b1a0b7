import { Link } from 'wouter'
import { site } from '../../content/site.ts'
import { useTitle } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { useWords } from '../../words/language.ts'
import { RichText } from '../../words/rich-text.tsx'
import { DayCard } from './landing/day-card.tsx'
import { LanguageWall } from './landing/language-wall.tsx'
import { Steps } from './landing/steps.tsx'

/** `/`: welcome, the Citizenship Day 2025 card, how it works, languages, next steps, donating, the disclaimer. */
export function LandingPage() {
  return (
    <>
      <Welcome />
      <Steps />
      <LanguageWall />
      <SafeAnswers />
      <MoreHelp />
      <Giving />
    </>
  )
}

function Welcome() {
  const { t } = useWords()
  useTitle(t('landing.title'))
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)] items-end gap-x-12 gap-y-10 px-4 pt-10 md:px-6 lg:grid-cols-[1fr_auto] lg:pt-14">
      <div className="grid gap-6 lg:self-center lg:pb-16">
        <h1 className="max-w-[16ch] text-4xl max-[22rem]:text-[12vw] md:text-[3.25rem]">{t('landing.title')}</h1>
        <p className="max-w-[36rem] text-lg md:text-xl">{t('landing.welcome')}</p>
        <div className="flex flex-wrap gap-3 pt-2">
          <LinkButton to={paths.citizenship()}>{t('landing.start')}</LinkButton>
          <LinkButton to={paths.events()} kind="secondary">
            {t('landing.findEvent')}
          </LinkButton>
        </div>
      </div>
      <DayCard />
    </div>
  )
}

function SafeAnswers() {
  const { t } = useWords()
  const promises = ['government', 'application', 'readers'] as const
  return (
    <section className="mx-auto grid w-full max-w-page gap-x-12 gap-y-6 px-4 py-14 md:px-6 md:py-20 lg:grid-cols-[22rem_1fr]">
      <h2 className="text-2xl md:text-3xl">{t('landing.safe.title')}</h2>
      <div className="grid max-w-prose gap-6">
        <ul className="grid gap-4 text-lg">
          {promises.map((promise) => (
            <li key={promise} className="flex gap-3">
              <span className="flex h-[1lh] items-center text-good">
                <Icon name="check-circle" size={24} />
              </span>
              {t(`landing.safe.${promise}`)}
            </li>
          ))}
        </ul>
        <p>
          <Link href={paths.privacy()} className="link">
            {t('landing.safe.more')}
          </Link>
        </p>
      </div>
    </section>
  )
}

function MoreHelp() {
  const { t } = useWords()
  const ways = [
    ['events', paths.events()],
    ['resources', paths.resources()],
    ['about', paths.about()],
  ] as const
  return (
    <section className="mx-auto w-full max-w-page px-4 pb-14 md:px-6 md:pb-20">
      <h2 className="pb-4 text-2xl md:text-3xl">{t('landing.more.title')}</h2>
      <ul className="border-t-2 border-ink">
        {ways.map(([name, to]) => (
          <li key={name} className="border-b border-line">
            <Link
              href={to}
              className="group grid min-h-18 grid-cols-[1fr_auto] items-center gap-x-6 py-4 no-underline md:grid-cols-[14rem_1fr_auto]"
            >
              <span className="text-xl font-bold decoration-accent decoration-3 underline-offset-6 group-hover:underline">
                {t(`nav.${name}`)}
              </span>
              <span className="text-mute max-md:col-start-1">{t(`landing.more.${name}`)}</span>
              <span className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
                <Icon name="arrow-next" size={24} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Giving() {
  const { t } = useWords()
  return (
    <section className="border-t border-line bg-sunken">
      <div className="mx-auto grid w-full max-w-page gap-x-16 gap-y-10 px-4 py-14 md:px-6 lg:grid-cols-2">
        <div className="grid content-start justify-items-start gap-4">
          <h2 className="text-2xl">{t('landing.donate.title')}</h2>
          <p className="max-w-prose">{t('landing.donate.text')}</p>
          <LinkButton to={site.donateUrl} kind="secondary">
            {t('landing.donate.action')}
          </LinkButton>
        </div>
        <div className="grid content-start gap-4 max-lg:border-t max-lg:border-edge max-lg:pt-10 lg:border-s lg:border-edge lg:ps-16">
          <h2 className="text-2xl">{t('landing.disclaimer.title')}</h2>
          <p className="max-w-prose">
            <RichText
              text={t('landing.disclaimer.text')}
              parts={{
                privacy: (inner) => (
                  <Link href={paths.privacy()} className="link">
                    {inner}
                  </Link>
                ),
                terms: (inner) => (
                  <Link href={paths.terms()} className="link">
                    {inner}
                  </Link>
                ),
              }}
            />
          </p>
        </div>
      </div>
    </section>
  )
}
