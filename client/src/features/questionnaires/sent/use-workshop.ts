import type { OpenWorkshop } from '@portico/shared/contract/workshops'
import { useEffect, useState } from 'react'
import { report } from '../../../api/report.ts'
import { getOpenWorkshops, workshopFor } from '../loading/server-calls.ts'
import type { QuestionnaireRequest } from '../loading/use-questionnaire-load.ts'

/** The workshop to which a submission belonged; undefined until it is known, and once its registration is over. */
export function useWorkshop({ name, workshopName }: QuestionnaireRequest): OpenWorkshop | undefined {
  const [workshop, setWorkshop] = useState<OpenWorkshop>()
  useEffect(() => {
    const look = new AbortController()
    getOpenWorkshops({ signal: look.signal }).then(
      (open) => setWorkshop(workshopFor(open, name, workshopName)),
      (error: unknown) => {
        if (!look.signal.aborted) report('The workshop could not be loaded.', error)
      },
    )
    return () => look.abort()
  }, [name, workshopName])
  return workshop
}
