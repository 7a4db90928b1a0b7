import type { LanguageCode } from '@portico/shared/words/languages'
import type { Role } from '@portico/shared/words/roles'
import { seedPassword } from '@portico/shared/rules/passwords'
import { Account } from '../entities/staff/account.ts'
import { Agency } from '../entities/staff/agency.ts'
import { endLostRights } from '../features/admin/lost-rights.ts'
import { inTransaction } from '../infra/postgres/transaction.ts'
import type { RequestContext, Services } from '../infra/request-context.ts'
import { auditSubject, writeAudit } from '../infra/security/audit/audit.ts'

/** The seed accounts, shared by tests, seed data and documentation. */
export const accountsToSeed = {
  rosa: { name: 'Rosa Ruiz', roles: ['ROOT_USER'] },
  adam: { name: 'Adam Abiodun', roles: ['ADMIN_USER'] },
  ana: { name: 'Ana Alvarez', roles: ['AGENCY'] },
  ben: { name: 'Ben Bui', roles: ['AGENCY'] },
  vera: { name: 'Vera Varga', roles: ['VOLUNTEERV1'] },
  victor: { name: 'Victor Vo', roles: ['VOLUNTEERV1'] },
  tara: { name: 'Tara Tran', roles: [], translates: ['es', 'vi', 'ko'], signsOffTranslations: true },
} as const satisfies Record<
  string,
  { name: string; roles: readonly Role[]; translates?: readonly LanguageCode[]; signsOffTranslations?: boolean }
>

export type SeedAccountName = keyof typeof accountsToSeed
const seedAccountNames = ['rosa', 'adam', 'ana', 'ben', 'vera', 'victor', 'tara'] as const satisfies readonly SeedAccountName[]

/** The credentials that the sign-in page is prefilled with. */
export const seedCredentials = { email: emailOf('adam'), password: seedPassword } as const

// The argon2id hash of `seedPassword`; hashing it for each test would take longer than most tests.
const seedPasswordHash = '$argon2id$v=19$m=19456,p=1,t=2$3vej2V2vylPaiAvqhCJwHA$w+RtrStk+hYw/Wv9+mXUi7r0tXOWAOeOWkiKRUANJrg'

/** Returns the e-mail address of a seed account. */
export function emailOf(member: SeedAccountName): string {
  return `${member}@portico.example`
}

/** Creates the seed accounts; Ana works for the first agency, Ben for the second. Returns their account ids. */
export async function seedAccounts(ctx: RequestContext): Promise<Record<SeedAccountName, number>> {
  const made = Object.entries(accountsToSeed).map(([who, { name, roles, ...grants }]) =>
    ctx.em.create(Account, {
      email: `${who}@portico.example`,
      name,
      passwordHash: seedPasswordHash,
      roles: [...roles],
      translates: 'translates' in grants ? [...grants.translates] : [],
      signsOffTranslations: 'signsOffTranslations' in grants,
      createdAt: ctx.now,
      verifiedAt: ctx.now,
      purpose: 'Seed account',
    }),
  )
  const account = (who: SeedAccountName) => made.find(({ email }) => email === emailOf(who))
  const northValley = ctx.em.create(Agency, { name: 'North Valley Legal Aid', languages: ['en', 'es'] })
  const bay = ctx.em.create(Agency, { name: 'Bay Immigration Partners', languages: ['en', 'vi'] })
  account('ana')?.agencies.add(northValley)
  account('ben')?.agencies.add(bay)
  await ctx.em.flush()
  const idOf = (who: SeedAccountName) => account(who)?.id ?? 0
  return {
    rosa: idOf('rosa'),
    adam: idOf('adam'),
    ana: idOf('ana'),
    ben: idOf('ben'),
    vera: idOf('vera'),
    victor: idOf('victor'),
    tara: idOf('tara'),
  }
}

/**
 * Disables the seed accounts in the database, ends what they set going and returns the addresses of those that were enabled. Called by
 * every start without seed data, because their password is public (shared/spec/contract.md#seed-data). A later start with seed data does
 * not enable them again.
 */
export async function disableSeedAccounts(services: Services): Promise<string[]> {
  return inTransaction(services, 'start', async (ctx) => {
    const disabled = await ctx.db
      .updateTable('account')
      .set({ disabledAt: ctx.now })
      .where('disabledAt', 'is', null)
      .where((account) =>
        account.or([account('email', 'in', seedAccountNames.map(emailOf)), account('passwordHash', '=', seedPasswordHash)]),
      )
      .returning(['id', 'email', 'roles'])
      .execute()
    for (const { id, roles } of disabled) {
      await endLostRights(ctx, { id, held: roles }, 'disabled')
      auditSubject(ctx, 'account', id)
    }
    if (disabled.length > 0) await writeAudit(ctx, 'seed-accounts.disabled')
    return disabled.map(({ email }) => email)
  })
}
