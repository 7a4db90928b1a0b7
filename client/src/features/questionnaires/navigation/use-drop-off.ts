import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { useEffect, useRef } from 'react'
import type { RestInput } from '../../../api/rest.ts'
import type { DraftState } from '../draft/draft.ts'
import type { Step } from './units.ts'

/**
 * Tells, where the program counts it, when the browser leaves the page at which question it was: the last that was shown, and nothing else
 * (shared/spec/contract.md#drop-off). `step` is undefined on pages without a question; a preview and a draft that moved to another device
 * are not counted.
 */
export function useDropOff(
  { id, countsDropOff }: Questionnaire,
  { keeping, transfer }: Pick<DraftState, 'keeping' | 'transfer'>,
  step: Pick<Step, 'units'> | undefined,
): void {
  const last = useRef<string>(undefined)
  const shown = step?.units.at(-1)?.question.identifier
  useEffect(() => {
    if (shown !== undefined) last.current = shown
  }, [shown])
  const tells = countsDropOff === true && keeping !== 'preview' && transfer === undefined
  useEffect(() => {
    if (!tells) return undefined
    const tell = () => {
      if (last.current === undefined) return
      const input: RestInput<'questionnaires/countDropOff'> = { questionnaireId: id, identifier: last.current }
      // Outlives the page as a beacon does, which would take the cookies of the browser along.
      fetch('/api/questionnaires/countDropOff', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        keepalive: true,
      }).catch(() => {})
    }
    addEventListener('pagehide', tell)
    return () => removeEventListener('pagehide', tell)
  }, [id, tells])
}
