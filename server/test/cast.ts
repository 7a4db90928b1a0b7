import type { Role } from '@portico/shared/words/roles'
import type { Work } from '../src/infra/work.ts'

/** The people of Portico, the same in tests, demonstration data and documentation. */
export const cast = {
  rosa: { name: 'Rosa Ruiz', roles: ['ROOT_USER'] },
  adam: { name: 'Adam Abiodun', roles: ['ADMIN_USER'] },
  ana: { name: 'Ana Alvarez', roles: ['AGENCY'] },
  ben: { name: 'Ben Bui', roles: ['AGENCY'] },
  vera: { name: 'Vera Varga', roles: ['VOLUNTEERV1'] },
  victor: { name: 'Victor Vo', roles: ['VOLUNTEERV1'] },
} as const satisfies Record<string, { name: string; roles: readonly Role[] }>

export type CastName = keyof typeof cast
export const castPassword = 'portico-cast'

// The argon2id hash of `castPassword`; computing it for each test would take longer than most tests.
const castHash = '$argon2id$v=19$m=19456,p=1,t=2$L0jmKTD6ajWnZvsGHAZguw$GKkyrneckb5L4roxI11W8nV74V8SUtv5DtKAK0HUcbo'

/** Creates the cast's accounts; Ana works for the first agency, Ben for the second. Answers their account ids. */
export async function hireCast(work: Work): Promise<Record<CastName, number>> {
  const ids: Partial<Record<CastName, number>> = {}
  for (const [key, person] of Object.entries(cast)) {
    const account = await work.db
      .insertInto('account')
      .values({ email: `${key}@portico.test`, name: person.name, passwordHash: castHash, roles: [...person.roles], createdAt: work.now, verifiedAt: work.now, purpose: 'cast' })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[key as CastName] = account.id
  }
  for (const [name, member, languages] of [['North Valley Legal Aid', 'ana', ['en', 'es']], ['Bay Immigration Partners', 'ben', ['en', 'vi']]] as const) {
    const agency = await work.db.insertInto('agency').values({ name, languages: [...languages] }).returning('id').executeTakeFirstOrThrow()
    await work.db.insertInto('agency_member').values({ agencyId: agency.id, accountId: ids[member] ?? 0 }).execute()
  }
  return ids as Record<CastName, number>
}
