import type { Profile } from '@portico/shared/contract/auth'

/** The accounts used in tests. */
export const profiles = {
  rosa: person(1, 'Rosa Root', ['ROOT_USER']),
  adam: person(2, 'Adam Admin', ['ADMIN_USER']),
  ana: person(3, 'Ana Reyes', ['AGENCY']),
  ben: person(4, 'Ben Osei', ['AGENCY']),
  vera: person(5, 'Vera Volunteer', ['VOLUNTEERV1']),
  victor: person(6, 'Victor Volunteer', ['VOLUNTEERV1']),
} as const

export type Person = keyof typeof profiles

function person(id: number, name: string, roles: Profile['roles']): Profile {
  const email = `${name.split(' ')[0]?.toLowerCase()}@example.org`
  return {
    id,
    accountId: id,
    name,
    email,
    username: email,
    roles,
    dateCreated: '2025-01-01T00:00:00.000Z',
    dateVerified: '2025-01-02T00:00:00.000Z',
  }
}
