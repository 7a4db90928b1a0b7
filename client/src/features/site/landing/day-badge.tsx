import { citizenshipDay } from '../../../content/events.ts'
import { AttentionBadge } from '../../../ui/media/attention-badge.tsx'
import { useWords } from '../../../words/language.ts'
import { localDate } from '../../../words/local-date.tsx'

/** The badge of Citizenship Day 2025, leading to `to`. */
export function DayBadge({ to }: { to: string }) {
  const { t, language } = useWords()
  // A prerendered page has its date from the server's calendar texts, which know more languages than some browsers.
  const date = (
    <time dateTime={citizenshipDay.eventDate} suppressHydrationWarning>
      {localDate(citizenshipDay.eventDate, language)}
    </time>
  )
  return <AttentionBadge title={t('landing.day.title')} date={date} subtitle={t('landing.day.subtitle')} to={to} />
}
