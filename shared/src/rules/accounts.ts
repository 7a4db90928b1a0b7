import type { Role } from '../words/roles.ts'

export function isAdmin(roles: readonly Role[]): boolean {
  return roles.includes('ADMIN_USER') || roles.includes('ROOT_USER')
}

/** Returns the path to show after signing in (shared/spec/product.md#landing-after-sign-in); undefined: stay on the current page. */
export function landingOf(roles: readonly Role[], translates: readonly string[] = []): string | undefined {
  if (isAdmin(roles)) return '/home/admin/response-overview/all'
  if (roles.includes('AGENCY')) return '/home/agency/inprogress'
  if (roles.includes('VOLUNTEERV1')) return '/home/volunteer/workshop'
  if (translates.length > 0) return '/home/translations'
  return undefined
}
