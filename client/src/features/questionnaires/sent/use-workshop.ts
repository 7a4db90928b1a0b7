import type { OpenWorkshop } from '@portico/shared/contract/workshops'
import { useEffect, useState } from 'react'
import { report } from '../../../api/report.ts'
import { getOpenWorkshops, workshopFor } from '../loading/server-calls.ts'
import type { QuestionnaireRequest } from '../loading/use-questionnaire-load.ts'

/** Returns the workshop that the submission belonged to; undefined until it has loaded and after its registration has closed. */
export function useWorkshop({ name, workshopName }: QuestionnaireRequest): OpenWorkshop | undefined {
  const [workshop, setWorkshop] = useState<OpenWorkshop>()
  useEffect(() => {
    const controller = new AbortController()
    getOpenWorkshops({ signal: controller.signal }).then(
      (open) => setWorkshop(workshopFor(open, name, workshopName)),
      (error: unknown) => {
        if (!controller.signal.aborted) report('The workshop could not be loaded.', error)
      },
    )
    return () => controller.abort()
  }, [name, workshopName])
  return workshop
}
