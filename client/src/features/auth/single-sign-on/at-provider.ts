import type { AuthorizationResponse } from '@portico/shared/contract/single-sign-on'

const key = 'portico-sign-on'

/** Sends the browser to the identity provider; whether the device is shared waits in this tab for it to come back. */
export function leaveForProvider(url: string, sharedDevice: boolean): void {
  try {
    sessionStorage.setItem(key, sharedDevice ? 'shared' : 'own')
  } catch {
    // A browser without storage counts as shared when it comes back.
  }
  window.location.assign(url)
}

/** What the provider sent the browser back with; `refused` when the person called it off there, or nothing of it can be used. */
export type Returned = AuthorizationResponse | 'refused'

/** Takes what the provider answered out of the address: it stands in no history and in no link that is copied. */
export function takeReturned(): Returned {
  const answer = new URLSearchParams(window.location.search)
  window.history.replaceState(null, '', window.location.pathname)
  const [state, code, iss] = ['state', 'code', 'iss'].map((name) => answer.get(name) ?? undefined)
  if (state === undefined || code === undefined) return 'refused'
  return { state, code, ...(iss !== undefined && { iss }), sharedDevice: wasShared() }
}

function wasShared(): boolean {
  try {
    const was = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return was !== 'own'
  } catch {
    return true
  }
}
