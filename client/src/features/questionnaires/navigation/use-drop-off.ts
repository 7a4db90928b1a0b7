import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { useEffect, useRef } from 'react'
import type { RestInput } from '../../../api/rest.ts'
import type { DraftState } from '../draft/draft.ts'
import type { Step } from './units.ts'

/**
 * Reports the last question shown, and nothing else, when the browser leaves the page, if the program counts drop-offs
 * (shared/spec/contract.md#drop-off). `step` is undefined on pages without a question. Previews and drafts that moved to another device are
 * not counted.
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
  const isCounted = countsDropOff === true && keeping !== 'preview' && transfer === undefined
  useEffect(() => {
    if (!isCounted) return undefined
    const reportDropOff = () => {
      if (last.current === undefined) return
      const input: RestInput<'questionnaires/countDropOff'> = { questionnaireId: id, identifier: last.current }
      // `keepalive` outlives the page like `sendBeacon`, which would send cookies.
      fetch('/api/questionnaires/countDropOff', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        keepalive: true,
      }).catch(() => {})
    }
    addEventListener('pagehide', reportDropOff)
    return () => removeEventListener('pagehide', reportDropOff)
  }, [id, isCounted])
}
