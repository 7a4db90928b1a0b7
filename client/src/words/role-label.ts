import { flavorLabel, type Role } from '@portico/shared/words/roles'

/** How roles are called on screens: as the account types that give them. */
export const roleLabel: Record<Role, string> = {
  AGENCY: flavorLabel['simple-agency'],
  ADMIN_USER: flavorLabel.admin,
  ROOT_USER: flavorLabel.root,
  VOLUNTEERV1: flavorLabel.volunteer,
}
