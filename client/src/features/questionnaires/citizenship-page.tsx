import type { OpenWorkshop } from '@portico/shared/contract/workshops'
import { isOver } from '@portico/shared/rules/events'
import { directionOf } from '@portico/shared/words/languages'
import { localizedText } from '@portico/shared/words/what-to-bring'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/feedback/skeleton.tsx'
import { LocalDate } from '../../words/local-date.tsx'
import { useWords } from '../../words/language.ts'
import { isSameLanguage, nameOfLanguage } from './loading/question-language.ts'
import { titleFor, type Titled } from './loading/questionnaire-title.ts'
import { getOpenWorkshops } from './loading/server-calls.ts'

type WorkshopsState = readonly OpenWorkshop[] | 'loading' | 'failed'

/**
 * Lists the questionnaires that are open, or says that registration is disabled while no workshop is open
 * (shared/spec/contract.md#registration-window).
 */
export function CitizenshipPage() {
  const { t } = useWords()
  const [workshops, setWorkshops] = useState<WorkshopsState>('loading')
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    const show = (next: WorkshopsState) => {
      if (!controller.signal.aborted) setWorkshops(next)
    }
    getOpenWorkshops({ signal: controller.signal }).then(show, () => show('failed'))
    return () => controller.abort()
  }, [attempts])
  const again = () => {
    setWorkshops('loading')
    setAttempts(attempts + 1)
  }
  const offers = typeof workshops === 'string' ? [] : offersOf(workshops)
  return (
    <Page
      title={t('citizenship.title')}
      subtitle={workshops === 'loading' || offers.length > 0 ? t('citizenship.subtitle') : undefined}
      width="prose"
    >
      <div className="grid min-h-dvh content-start gap-8">
        {workshops === 'loading' && <Loading />}
        {workshops === 'failed' && (
          <>
            <Banner kind="error">{t('citizenship.loadFailed')}</Banner>
            <div>
              <Button onClick={again}>{t('questionnaire.again')}</Button>
            </div>
          </>
        )}
        {typeof workshops !== 'string' && workshops.length === 0 && <p className="text-lg">{t('citizenship.disabled')}</p>}
        {offers.map((offer) => (
          <OfferCard key={offer.name} offer={offer} />
        ))}
        {offers.length > 0 && (
          <p>
            <Link href={paths.status()} className="link inline-flex min-h-12 items-center">
              {t('status.title')}
            </Link>
          </p>
        )}
      </div>
    </Page>
  )
}

interface Offer extends Titled {
  readonly workshop: OpenWorkshop
}

/** Returns each questionnaire once, with the workshop that its submissions belong to. */
function offersOf(open: readonly OpenWorkshop[]): Offer[] {
  const offers = new Map<string, Offer>()
  for (const workshop of open) {
    for (const one of workshop.questionnaires) if (!offers.has(one.name)) offers.set(one.name, { ...one, workshop })
  }
  return [...offers.values()]
}

function OfferCard({ offer }: { offer: Offer }) {
  const { t, language: reader } = useWords()
  const { name, languages, workshop } = offer
  const [now] = useState(() => new Date())
  const heading = titleFor(offer, reader)
  const title = localizedText(reader, workshop.title, workshop.titles)
  const written = languages.some((language) => isSameLanguage(language, reader))
  return (
    <article className="grid gap-4 rounded-md border border-line bg-raised p-5">
      <h2 className="text-xl wrap-anywhere">
        <bdi lang={heading.language}>{heading.text}</bdi>
      </h2>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        <dt className="text-mute">{t('citizenship.workshop')}</dt>
        <dd>
          <span className="block font-medium">
            <bdi lang={title.language}>{title.text}</bdi>
          </span>
          {!isOver(workshop, now) && (
            <span className="block">{workshop.eventDate ? <LocalDate value={workshop.eventDate} /> : t('citizenship.dateLater')}</span>
          )}
          {workshop.address && (
            <span className="block">
              <bdi>
                {workshop.address.line1}, {workshop.address.city}
              </bdi>
            </span>
          )}
        </dd>
        <dt className="text-mute">{t('citizenship.languages')}</dt>
        <dd className="flex flex-wrap gap-x-3">
          {languages.map((language) => (
            <span key={language} lang={language} dir={directionOf(language)}>
              {nameOfLanguage(language)}
            </span>
          ))}
          {!written && <p className="basis-full">{t('citizenship.notIn', { language: nameOfLanguage(reader) })}</p>}
        </dd>
      </dl>
      <div>
        <LinkButton to={paths.citizenshipQuestionnaire(name)}>{t('citizenship.open')}</LinkButton>
      </div>
    </article>
  )
}
