import { useEffect, useEffectEvent } from 'react'
import type { Draft } from '../draft/draft.ts'
import { isPlace, type Place } from '../draft/draft-record.ts'

/** Goes to another place, so that the browser's own Back leads to the one before; the address stays, and tells nothing. */
export function usePlaceHistory(draft: Draft): (place: Place) => void {
  const returnTo = useEffectEvent((event: PopStateEvent) => {
    const place = placeIn(event.state)
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

function stateWith(place: Place): object {
  const before: unknown = history.state
  return { ...(typeof before === 'object' ? before : {}), [key]: place }
}

function placeIn(state: unknown): Place | undefined {
  if (typeof state !== 'object' || state === null || !(key in state)) return undefined
  const place = state[key]
  return isPlace(place) ? place : undefined
}
