import { lazyPart } from '../../../layout/loading/lazy-part.ts'
import { PartUnreachable } from '../../../layout/loading/part-unreachable.tsx'
import { Page } from '../../../layout/page.tsx'
import { WithApi } from '../../../layout/with-api.tsx'
import { useWords } from '../../../words/language.ts'
import { EventsLoading } from './events-loading.tsx'

const EventList = lazyPart(async () => (await import('./event-list.tsx')).EventList, PartUnreachable)

/** `/events`: the static events and the workshops that are open for registration. */
export function EventsPage() {
  const { t } = useWords()
  return (
    <Page title={t('events.title')} subtitle={t('events.subtitle')}>
      <div className="grid min-h-dvh content-start gap-8">
        <p className="max-w-prose">{t('events.next')}</p>
        <WithApi fallback={<EventsLoading />} unreachable={<PartUnreachable />}>
          <EventList />
        </WithApi>
      </div>
    </Page>
  )
}
