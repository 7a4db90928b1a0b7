import { nextWorkshop } from '@portico/shared/rules/events'
import { limits } from '@portico/shared/words/limits'
import { localizedText } from '@portico/shared/words/what-to-bring'
import { trpc } from '../../../api/trpc.ts'
import { citizenshipDay } from '../../../content/events.ts'
import { paths } from '../../../paths.ts'
import { useWords } from '../../../words/language.ts'
import { DayBadge } from './day-badge.tsx'

const staleTime = limits.workshopCacheMs

/**
 * The badge of the next open workshop, linked to its questionnaire. If no open workshop is newer than Citizenship Day 2025, the badge of
 * that day, linked to the default workshop's questionnaire once the server has named it.
 */
export function LinkedDayBadge() {
  const { language } = useWords()
  const open = trpc.workshops.getOpenWorkshopList.useQuery(undefined, { staleTime })
  const next = open.data && nextWorkshop(open.data, new Date(open.dataUpdatedAt), citizenshipDay.eventDate)
  if (!next?.eventDate) return <AnnouncedDayBadge isEnabled={!open.isPending} />
  const [questionnaire] = next.questionnaires
  return (
    <DayBadge
      event={{ title: localizedText(language, next.title, next.titles).text, day: next.eventDate }}
      to={questionnaire ? questionnairePath(next, questionnaire.name) : paths.citizenship()}
    />
  )
}

function questionnairePath({ name, isDefault }: { name: string; isDefault: boolean }, questionnaire: string): string {
  return isDefault ? paths.citizenshipQuestionnaire(questionnaire) : paths.workshopQuestionnaire(name, questionnaire)
}

function AnnouncedDayBadge({ isEnabled }: { isEnabled: boolean }) {
  const workshop = trpc.workshops.getDefaultWorkshop.useQuery(undefined, { enabled: isEnabled, staleTime })
  const workshopName = workshop.data?.name
  const offers = trpc.workshops.getWorkshopQuestionnaire.useQuery(
    { workshopName: workshopName ?? '' },
    { enabled: workshopName !== undefined, staleTime },
  )
  const [questionnaire] = offers.data ?? []
  return <DayBadge to={questionnaire ? paths.citizenshipQuestionnaire(questionnaire.name) : paths.citizenship()} />
}
