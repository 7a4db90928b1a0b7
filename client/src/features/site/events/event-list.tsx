import { isOver, upcoming } from '@portico/shared/rules/events'
import { languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { limits } from '@portico/shared/words/limits'
import { localizedText } from '@portico/shared/words/what-to-bring'
import { useSyncExternalStore } from 'react'
import { trpc, type RouterOutputs } from '../../../api/trpc.ts'
import { eventTimeZone, siteEvents, type SiteEvent } from '../../../content/events.ts'
import { paths } from '../../../paths.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { useWords } from '../../../words/language.ts'
import { EventRow, type ShownEvent } from './event-row.tsx'
import { EventsLoading } from './events-loading.tsx'

const minuteMs = 60_000

/**
 * Lists the open workshops, then the static events that are not over, those in the reader's language first; 'No upcoming events' if there
 * are none.
 */
export function EventList() {
  const { t, language } = useWords()
  const now = useMinute()
  const workshops = trpc.workshops.getOpenWorkshopList.useQuery(undefined, { staleTime: limits.workshopCacheMs })
  if (now === undefined || workshops.isPending) return <EventsLoading />
  const readersFirst = siteEvents.toSorted((one, other) => Number(other.language === language) - Number(one.language === language))
  const announced = upcoming(readersFirst, new Date(now), eventTimeZone)
  const open = (workshops.data ?? []).filter((workshop) => !isOver(workshop, new Date(now)))
  const events = [...open.map((workshop) => ofWorkshop(workshop, language)), ...announced.map(ofSite)]
  return (
    <div className="grid gap-8">
      {workshops.isError && (
        <Banner
          kind="error"
          action={
            <Button kind="secondary" onClick={() => void workshops.refetch()}>
              {t('events.retry')}
            </Button>
          }
        >
          {t('events.failed')}
        </Banner>
      )}
      {events.length > 0 ? <Events events={events} /> : !workshops.isError && <NoEvents />}
    </div>
  )
}

function Events({ events }: { events: readonly ShownEvent[] }) {
  const { t } = useWords()
  return (
    <ul aria-label={t('events.list')} className="border-t-2 border-ink">
      {events.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
    </ul>
  )
}

function NoEvents() {
  const { t } = useWords()
  const action = (
    <LinkButton to={paths.resources('agencies')} kind="secondary">
      {t('events.help')}
    </LinkButton>
  )
  return <EmptyState text={t('events.none')} icon="clock" action={action} />
}

function ofWorkshop(workshop: RouterOutputs['workshops']['getOpenWorkshopList'][number], reader: LanguageCode): ShownEvent {
  const [questionnaire] = workshop.questionnaires
  return {
    id: `workshop-${workshop.name}`,
    name: localizedText(reader, workshop.title, workshop.titles).text,
    date: workshop.eventDate,
    time: workshop.eventDate && workshop.startTime ? { start: workshop.startTime, end: workshop.endTime } : null,
    address: workshop.address,
    languages: questionnaire?.languages ?? [],
    to: questionnaire ? paths.workshopQuestionnaire(workshop.name, questionnaire.name) : paths.citizenship(),
  }
}

function ofSite({ id, name, eventDate, address, language, url, organization }: SiteEvent): ShownEvent {
  return {
    id,
    name,
    date: eventDate,
    time: null,
    address: address ?? null,
    languages: [language],
    to: url,
    language: languageOf(language)?.code,
    organization,
  }
}

/** Returns the current time in ms, to the minute; undefined in a prerendered page, which may be read much later. */
function useMinute(): number | undefined {
  return useSyncExternalStore(everyMinute, thisMinute, () => undefined)
}

function everyMinute(tick: () => void): () => void {
  const timer = setInterval(tick, minuteMs / 4)
  return () => clearInterval(timer)
}

function thisMinute(): number {
  return Math.floor(Date.now() / minuteMs) * minuteMs
}
