import { languageOf } from '@portico/shared/words/languages'
import { isTransient } from '../../../api/failure.ts'
import type { RestOutput } from '../../../api/rest.ts'
import { report } from '../../../api/report.ts'
import { removeFragment } from '../../../paths.ts'
import { setLanguage } from '../../../words/language.ts'
import { deviceStorage, isRecord, readJson } from '../draft/device.ts'
import { callWithRetries } from './server-calls.ts'

const hashKey = '#walk-in='
const storedKey = 'portico.walk-in'
const tab = deviceStorage('tab')

/** A record that staff began at the door of a workshop, and the secret of its link (shared/spec/contract.md#walk-ins). */
export interface WalkIn extends RestOutput<'workshops/openWalkIn'> {
  readonly token: string
}

// Without storage, the secret lasts as long as the page.
let kept: { readonly path: string; readonly token: string } | undefined

/**
 * Opens the walk-in link in the URL, or the one that this page was opened with before it was reloaded, and switches to its language. Returns
 * undefined without such a link or if it is no longer valid: then the questionnaire works as usual. Moves the secret from the URL to the
 * tab's storage immediately. Throws `CallError` if it is not known whether the link is valid: without it, answers would be kept on a device
 * that is handed around. A draft that was begun with it (`begunWith`) continues as it is, also offline.
 */
export async function openWalkInOfAddress(begunWith: string | undefined): Promise<WalkIn | undefined> {
  const token = location.hash.startsWith(hashKey) ? location.hash.slice(hashKey.length) : keptToken()
  if (token === undefined) return undefined
  kept = { path: location.pathname, token }
  tab.write(storedKey, JSON.stringify(kept))
  removeFragment()
  if (token === begunWith) return undefined
  try {
    const opened = await callWithRetries('workshops/openWalkIn', { token })
    const language = languageOf(opened.language)
    if (language) await setLanguage(language.code)
    return { token, ...opened }
  } catch (error) {
    if (isTransient(error)) throw error
    report('The walk-in could not be opened.', error)
    forgetWalkIn()
    return undefined
  }
}

/** Deletes the secret, once its answers were sent or the page is left. */
export function forgetWalkIn(): void {
  kept = undefined
  tab.remove(storedKey)
}

function keptToken(): string | undefined {
  const stored = kept ?? readJson(tab.read(storedKey))
  if (isRecord(stored) && stored['path'] === location.pathname && typeof stored['token'] === 'string') return stored['token']
  forgetWalkIn()
  return undefined
}
