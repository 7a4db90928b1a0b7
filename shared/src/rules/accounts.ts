import type { AccountFlavor, Role } from '../words/roles.ts'

/** The sign-in address of a first account that was registered without one. Nothing is ever delivered to it. */
export const firstAccountAddress = 'root@portico.invalid'

export function isAdmin(roles: readonly Role[]): boolean {
  return roles.includes('ADMIN_USER') || roles.includes('ROOT_USER')
}

/** Returns the account types that someone with these roles may create (shared/spec/access-matrix.md#creating-and-managing-accounts). */
export function creatableFlavors(roles: readonly Role[]): AccountFlavor[] {
  if (roles.includes('ROOT_USER')) return ['admin', 'root', 'volunteer', 'simple-agency']
  if (roles.includes('ADMIN_USER')) return ['volunteer', 'simple-agency']
  return []
}

/** Returns the roles that someone with these roles may grant, revoke or manage; the same as they may create accounts with. */
export function manageableRoles(roles: readonly Role[]): readonly Role[] {
  if (roles.includes('ROOT_USER')) return ['AGENCY', 'ADMIN_USER', 'ROOT_USER', 'VOLUNTEERV1']
  if (roles.includes('ADMIN_USER')) return ['AGENCY', 'VOLUNTEERV1']
  return []
}

/** Returns the path to show after signing in (shared/spec/product.md#landing-after-sign-in); undefined: stay on the current page. */
export function landingOf(roles: readonly Role[], translates: readonly string[] = []): string | undefined {
  if (isAdmin(roles)) return '/home/admin/response-overview/all'
  if (roles.includes('AGENCY')) return '/home/agency/inprogress'
  if (roles.includes('VOLUNTEERV1')) return '/home/volunteer/workshop'
  if (translates.length > 0) return '/home/translations'
  return undefined
}
