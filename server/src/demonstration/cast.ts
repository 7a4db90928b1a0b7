import type { Role } from '@portico/shared/words/roles'
import type { Work } from '../infra/work.ts'

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
const castNames = ['rosa', 'adam', 'ana', 'ben', 'vera', 'victor'] as const satisfies readonly CastName[]
const castPassword = 'portico-cast'

/** What the sign-in page is filled in with. */
export const demoCredentials = { email: emailOf('adam'), password: castPassword } as const

// The argon2id hash of `castPassword`; computing it for each test would take longer than most tests.
const castHash = '$argon2id$v=19$m=19456,p=1,t=2$L0jmKTD6ajWnZvsGHAZguw$GKkyrneckb5L4roxI11W8nV74V8SUtv5DtKAK0HUcbo'

/** The sign-in name of a member of the cast. */
export function emailOf(member: CastName): string {
  return `${member}@portico.example`
}

/** Creates the cast's accounts; Ana works for the first agency, Ben for the second. Answers their account ids. */
export async function hireCast(work: Work): Promise<Record<CastName, number>> {
  const ids = { rosa: 0, adam: 0, ana: 0, ben: 0, vera: 0, victor: 0 }
  for (const member of castNames) {
    const person = cast[member]
    const account = await work.db
      .insertInto('account')
      .values({
        email: emailOf(member),
        name: person.name,
        passwordHash: castHash,
        roles: [...person.roles],
        createdAt: work.now,
        verifiedAt: work.now,
        purpose: 'One of the cast',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[member] = account.id
  }
  for (const [name, member, languages] of [
    ['North Valley Legal Aid', 'ana', ['en', 'es']],
    ['Bay Immigration Partners', 'ben', ['en', 'vi']],
  ] as const) {
    const agency = await work.db
      .insertInto('agency')
      .values({ name, languages: [...languages] })
      .returning('id')
      .executeTakeFirstOrThrow()
    await work.db.insertInto('agency_member').values({ agencyId: agency.id, accountId: ids[member] }).execute()
  }
  return ids
}
