interface LeftPage {
  readonly address: string
  /** Who was reading it; undefined when nobody was signed in yet. */
  readonly accountId: number | undefined
}

// For as long as the window is open: what one was looking at is written down nowhere.
let reader: number | undefined
let left: LeftPage | undefined

/** Remembers who is signed in on a page for staff. */
export function noteReader(accountId: number): void {
  reader = accountId
}

/** Remembers the page that someone is sent to sign in from; only pages of work are worth returning to, and someone who signs out has finished. */
export function leavePage(address: string): void {
  left = address.startsWith('/home/') ? { address, accountId: reader } : undefined
  reader = undefined
}

/** The page to return to after signing in, once; undefined without one, and for anyone but the person who was reading it. */
export function takeLeftPage(accountId: number): string | undefined {
  const page = left
  left = undefined
  return page && (page.accountId === undefined || page.accountId === accountId) ? page.address : undefined
}
