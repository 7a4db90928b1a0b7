import { lazy } from 'react'
import { Page } from '../../../layout/page.tsx'
import { WithApi } from '../../../layout/with-api.tsx'
import { useWords } from '../../../words/language.ts'
import { EventsLoading } from './events-loading.tsx'

const EventList = lazy(async () => ({ default: (await import('./event-list.tsx')).EventList }))

/** `/events`: the static events and the workshops that are open for registration. */
export function EventsPage() {
  const { t } = useWords()
  return (
    <Page title={t('events.title')} subtitle={t('events.subtitle')}>
      <div className="grid min-h-dvh content-start gap-8">
        <p className="max-w-prose">{t('events.next')}</p>
        <WithApi fallback={<EventsLoading />}>
          <EventList />
        </WithApi>
      </div>
    </Page>
  )
}
