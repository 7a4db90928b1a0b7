import { isAdmin } from '@portico/shared/rules/accounts'
import type { Role } from '@portico/shared/words/roles'
import type { SessionState } from '../../api/session/session-state.ts'
import { site } from '../../content/site.ts'
import { paths } from '../../paths.ts'
import type { WordKey } from '../../words/translate.ts'

export interface NavLink {
  readonly word: WordKey
  readonly to: string
  /** Opens in a new tab. */
  readonly external?: boolean
  /** The link is current for all paths under this one; defaults to `to`. */
  readonly under?: string
}

/** Returns the links of the top bar for this session, in the order of shared/spec/product.md#top-bar. */
export function navLinks({ status, profile }: SessionState): NavLink[] {
  const signedIn = status === 'authenticated' || (status === 'refreshing' && profile !== undefined)
  return [
    { word: 'nav.home', to: paths.landing() },
    { word: 'nav.events', to: paths.events() },
    { word: 'nav.citizenship', to: paths.citizenship() },
    { word: 'nav.resources', to: paths.resources() },
    { word: 'nav.about', to: paths.about() },
    { word: 'nav.impact', to: site.impactUrl, external: true },
    { word: 'nav.donate', to: site.donateUrl, external: true },
    ...(signedIn ? roleLinks(profile?.roles ?? [], profile?.translates) : []),
    signedIn ? { word: 'nav.logout', to: paths.signOut() } : { word: 'nav.login', to: paths.signIn() },
  ]
}

function roleLinks(roles: readonly Role[], translates: readonly string[] = []): NavLink[] {
  const links: NavLink[] = []
  if (roles.includes('AGENCY')) links.push({ word: 'nav.agency', to: paths.agencyInProgress(), under: '/home/agency' })
  if (isAdmin(roles)) links.push({ word: 'nav.admin', to: paths.allResponses(), under: '/home/admin' })
  if (roles.includes('VOLUNTEERV1')) links.push({ word: 'nav.volunteer', to: paths.volunteerWorkshop(), under: '/home/volunteer' })
  if (translates.length > 0) links.push({ word: 'nav.translations', to: paths.translations(), under: '/home/translations' })
  return links
}

/** Whether this link leads to the current location. */
export function isCurrent(link: NavLink, location: string): boolean {
  if (link.external) return false
  const under = link.under ?? link.to
  return location === under || (under !== '/' && location.startsWith(`${under}/`))
}
