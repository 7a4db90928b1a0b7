import type { AuthorizationResponse } from '@portico/shared/contract/single-sign-on'

const key = 'portico-sign-on'

/** Redirects to the identity provider. Session storage keeps whether the device is shared until the browser returns. */
export function leaveForProvider(url: string, sharedDevice: boolean): void {
  try {
    sessionStorage.setItem(key, sharedDevice ? 'shared' : 'own')
  } catch {
    // Without storage, the device counts as shared when the browser returns.
  }
  window.location.assign(url)
}

/** The identity provider's response; `refused` if the user cancelled there or the response is unusable. */
export type ProviderResponse = AuthorizationResponse | 'refused'

/** Reads the provider's response and removes it from the URL, so that it stays out of the history and copied links. */
export function takeProviderResponse(): ProviderResponse {
  const answer = new URLSearchParams(window.location.search)
  window.history.replaceState(null, '', window.location.pathname)
  const [state, code, iss] = ['state', 'code', 'iss'].map((name) => answer.get(name) ?? undefined)
  if (state === undefined || code === undefined) return 'refused'
  return { state, code, ...(iss !== undefined && { iss }), sharedDevice: takeSharedDevice() }
}

function takeSharedDevice(): boolean {
  try {
    const was = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return was !== 'own'
  } catch {
    return true
  }
}
