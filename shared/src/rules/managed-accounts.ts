import type { AccountFlavor, Role } from '../words/roles.ts'

/** The sign-in address of a first account that was registered without one. Nothing is ever delivered to it. */
export const firstAccountAddress = 'root@portico.invalid'

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
