import { searchTextKey } from '../../ui/lists/url-state.ts'

interface ReturnPage {
  readonly address: string
  /** The reader's account; undefined if nobody was signed in. */
  readonly accountId: number | undefined
}

// In memory only, so that the visited page is not stored anywhere.
let reader: number | undefined
let returnPage: ReturnPage | undefined

/** Remembers who is signed in on a staff page. */
export function rememberReader(accountId: number): void {
  reader = accountId
}

/**
 * Remembers the page from which someone is sent to sign in; only staff pages, and not after signing out. Without a known reader, as after
 * a reload, it may have been another person's: what was searched there, such as a respondent's name, is dropped.
 */
export function rememberPage(address: string): void {
  const keptAddress = () => (reader === undefined ? withoutSearchText(address) : address)
  returnPage = address.startsWith('/home/') ? { address: keptAddress(), accountId: reader } : undefined
  reader = undefined
}

function withoutSearchText(address: string): string {
  const { pathname, search, hash } = new URL(address, window.location.origin)
  const parameters = new URLSearchParams(search)
  parameters.delete(searchTextKey)
  return `${pathname}${parameters.size > 0 ? `?${parameters}` : ''}${hash}`
}

/** Whether the session of a reader ended on a staff page, without their signing out there. */
export function hasSessionEnded(): boolean {
  return returnPage?.accountId !== undefined
}

/** Returns the page to return to after signing in, once; undefined if there is none or it was left by another account. */
export function takeReturnPage(accountId: number): string | undefined {
  const page = returnPage
  returnPage = undefined
  return page && (page.accountId === undefined || page.accountId === accountId) ? page.address : undefined
}
