import { limits } from '@portico/shared/words/limits'
import { trpc } from '../../../api/trpc.ts'
import { paths } from '../../../paths.ts'
import { DayBadge } from './day-badge.tsx'

/** The badge, leading to the citizenship questionnaire of the default workshop once the server has named it. */
export function LinkedDayBadge() {
  const workshop = trpc.workshops.getDefaultWorkshop.useQuery(undefined, { staleTime: limits.workshopCacheMs })
  const workshopName = workshop.data?.name
  const offers = trpc.workshops.getWorkshopQuestionnaire.useQuery(
    { workshopName: workshopName ?? '' },
    { enabled: workshopName !== undefined, staleTime: limits.workshopCacheMs },
  )
  const [questionnaire] = offers.data ?? []
  return <DayBadge to={questionnaire ? paths.citizenshipQuestionnaire(questionnaire.name) : paths.citizenship()} />
}
