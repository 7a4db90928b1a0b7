import type { Role } from '@portico/shared/words/roles'

/** The names of roles on screens, the same as their account types. Spelled out here because public pages need only these few words. */
export const roleLabel: Readonly<Record<Role, string>> = {
  AGENCY: 'Agency',
  ADMIN_USER: 'Admin',
  ROOT_USER: 'Root',
  VOLUNTEERV1: 'Volunteer',
}

/** Returns the labels of an account's roles; with languages to translate, it is a translator as well. */
export function accountLabels(roles: readonly Role[], translates: readonly string[] = []): string[] {
  return [...roles.map((role) => roleLabel[role]), ...(translates.length > 0 ? ['Translator'] : [])]
}
