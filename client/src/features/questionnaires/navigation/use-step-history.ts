import { useEffect, useEffectEvent } from 'react'
import type { Draft } from '../draft/draft.ts'
import { isDraftStep, type DraftStep } from '../draft/draft-record.ts'

/** Returns a function that goes to a place and adds it to the browser history. The URL does not change and reveals nothing. */
export function useStepHistory(draft: Draft): (place: DraftStep) => void {
  const returnTo = useEffectEvent((event: PopStateEvent) => {
    const place = stepIn(event.state)
    if (place !== undefined && !draft.state().sending) draft.goTo(place)
  })
  useEffect(() => {
    history.replaceState(stateWith(draft.state().place), '')
    const listen = (event: PopStateEvent) => returnTo(event)
    addEventListener('popstate', listen)
    return () => removeEventListener('popstate', listen)
  }, [draft])
  return (place) => {
    if (place === draft.state().place) return
    draft.goTo(place)
    history.pushState(stateWith(place), '')
  }
}

const key = 'questionnairePlace'

function stateWith(place: DraftStep): object {
  const before: unknown = history.state
  return { ...(typeof before === 'object' ? before : {}), [key]: place }
}

function stepIn(state: unknown): DraftStep | undefined {
  if (typeof state !== 'object' || state === null || !(key in state)) return undefined
  const place = state[key]
  return isDraftStep(place) ? place : undefined
}
