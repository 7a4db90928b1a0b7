import { citizenshipDay } from '../../../content/events.ts'
import { AttentionBadge } from '../../../ui/media/attention-badge.tsx'
import { useWords } from '../../../words/language.ts'
import { localDate } from '../../../words/local-date.tsx'

interface DayBadgeProps {
  to: string
  /** Event other than Citizenship Day 2025; `day` is YYYY-MM-DD. */
  event?: { readonly title: string; readonly day: string }
}

/** The badge of Citizenship Day 2025 or of `event`, linked to `to`. */
export function DayBadge({ to, event }: DayBadgeProps) {
  const { t, language } = useWords()
  const { title, day } = event ?? { title: t('landing.day.title'), day: citizenshipDay.eventDate }
  // A prerendered date uses the server's locale data, which covers more languages than some browsers.
  const date = (
    <time dateTime={day} suppressHydrationWarning>
      {localDate(day, language)}
    </time>
  )
  return <AttentionBadge title={title} date={date} subtitle={t('landing.day.subtitle')} to={to} />
}
