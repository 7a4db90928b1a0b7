import { languageOf } from '@portico/shared/words/languages'
import { isTransient } from '../../../api/failure.ts'
import { newKey, type RestOutput } from '../../../api/rest.ts'
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

/** The secret of a link, the path that it was opened at, and the loaded page. */
interface Kept {
  readonly path: string
  readonly token: string
  readonly page: string
}

const page = newKey()
let kept: Kept | undefined

/** Returns whether the URL is a walk-in link; false where pages are rendered in advance. */
export function isWalkInLink(): boolean {
  return typeof location === 'object' && location.hash.startsWith(hashKey)
}

/**
 * Opens the walk-in link in the URL, or the one that this page was opened with before it was reloaded, and switches to its language. Returns
 * undefined without such a link or if it is no longer valid: then the questionnaire works as usual. Moves the secret from the URL to the
 * tab's storage immediately. Throws `CallError` if it is not known whether the link is valid: without it, answers would be kept on a device
 * that is handed around. A draft that was begun with it (`begunWith`) continues in any case, also offline.
 */
export async function openWalkInOfAddress(begunWith: string | undefined): Promise<WalkIn | undefined> {
  const token = isWalkInLink() ? location.hash.slice(hashKey.length) : keptToken()
  if (token === undefined) return undefined
  const isBegun = token === begunWith
  kept = { path: location.pathname, token, page }
  tab.write(storedKey, JSON.stringify(kept))
  removeFragment()
  try {
    const opened = await callWithRetries('workshops/openWalkIn', { token }, isBegun ? { retries: 0 } : {})
    const language = languageOf(opened.language)
    if (language) await setLanguage(language.code)
    return { token, ...opened }
  } catch (error) {
    if (isTransient(error) && isBegun) return undefined
    if (isTransient(error)) throw error
    report('The walk-in could not be opened.', error)
    forgetWalkIn()
    return undefined
  }
}

/** Deletes the secret: its answers were deleted, or another page is shown. */
export function forgetWalkIn(): void {
  kept = undefined
  tab.remove(storedKey)
}

/** Deletes the secret of a draft that was sent or started again, if it was begun with one: the tab may hold another. */
export function endWalkIn(begunWith: string | undefined): void {
  if (begunWith !== undefined && begunWith === kept?.token) forgetWalkIn()
}

/** Keeps the secret only for the case that the page is being reloaded: whoever comes back to it may be somebody else. */
export function leaveWalkIn(): void {
  kept = undefined
}

function keptToken(): string | undefined {
  const earlier = storedByEarlierPage()
  const found = kept ?? (isReloaded() ? earlier : undefined)
  if (found?.path === location.pathname) return found.token
  if (earlier) forgetWalkIn()
  return undefined
}

function storedByEarlierPage(): Kept | undefined {
  const stored = readJson(tab.read(storedKey))
  if (!isRecord(stored)) return undefined
  const { path, token, page: earlier } = stored
  if (typeof path !== 'string' || typeof token !== 'string' || typeof earlier !== 'string' || earlier === page) return undefined
  return { path, token, page: earlier }
}

// Other pages of Portico may have been reloaded, too.
function isReloaded(): boolean {
  const { type, name = '' } = Object(performance.getEntriesByType('navigation')[0])
  const isDiscarded = 'wasDiscarded' in document && document.wasDiscarded === true
  return (isDiscarded || type === 'reload') && new URL(name, location.href).pathname === location.pathname
}

// Whoever goes back to the page may be somebody else.
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
  if (persisted) forgetWalkIn()
})
