/** The four staff roles, as stored on accounts and shown in profiles (shared/spec/product.md#roles). */
export const roles = ['AGENCY', 'ADMIN_USER', 'ROOT_USER', 'VOLUNTEERV1'] as const
export type Role = (typeof roles)[number]

/**
 * The account types of the create-account form, with the roles that each grants; a translator has none
 * (shared/spec/access-matrix.md#translators).
 */
export const accountTypes = ['root', 'admin', 'volunteer', 'agency', 'translator'] as const
export type AccountType = (typeof accountTypes)[number]

export const rolesOfAccountType: Readonly<Record<AccountType, readonly Role[]>> = {
  root: ['ROOT_USER'],
  admin: ['ADMIN_USER'],
  volunteer: ['VOLUNTEERV1'],
  agency: ['AGENCY'],
  translator: [],
}

/** Labels of the account types on screens (shared/spec/product.md#account-types). */
export const accountTypeLabel: Readonly<Record<AccountType, string>> = {
  root: 'Root',
  admin: 'Admin',
  volunteer: 'Volunteer',
  agency: 'Agency',
  translator: 'Translator',
}

/** The flavors that `admin.registrationOptions` returns; flavor `simple-agency` is account `agency`. */
export const accountFlavors = ['admin', 'root', 'volunteer', 'simple-agency'] as const
export type AccountFlavor = (typeof accountFlavors)[number]

export const accountTypeOfFlavor = {
  admin: 'admin',
  root: 'root',
  volunteer: 'volunteer',
  'simple-agency': 'agency',
} as const satisfies Record<AccountFlavor, AccountType>
