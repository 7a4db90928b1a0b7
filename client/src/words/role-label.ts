import type { Role } from '@portico/shared/words/roles'

/** How roles are called on screens: as the account types that give them. Written out, because public pages need these few words only. */
export const roleLabel: Readonly<Record<Role, string>> = {
  AGENCY: 'Agency',
  ADMIN_USER: 'Admin',
  ROOT_USER: 'Root',
  VOLUNTEERV1: 'Volunteer',
}

/** What somebody is, in words; who has languages to translate is a translator as well. */
export function accountLabels(roles: readonly Role[], translates: readonly string[] = []): string[] {
  return [...roles.map((role) => roleLabel[role]), ...(translates.length > 0 ? ['Translator'] : [])]
}
