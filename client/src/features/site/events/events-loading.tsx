import { SkeletonBox, SkeletonLine } from '../../../ui/feedback/skeleton.tsx'
import { useWords } from '../../../words/language.ts'

/** Placeholder for the first event. */
export function EventsLoading() {
  const { t } = useWords()
  return (
    <div role="status" className="border-t-2 border-ink">
      <span className="sr-only">{t('events.loading')}</span>
      <div className="grid gap-4 border-b border-line py-6 md:grid-cols-[9rem_1fr_auto]">
        <SkeletonBox height={72} />
        <div>
          <SkeletonLine width="60%" />
          <SkeletonLine width="40%" />
        </div>
        <SkeletonBox height={48} />
      </div>
    </div>
  )
}
