import { seedPassword } from '@portico/shared/rules/passwords'
import type { FromAddress, SeedCredentials } from '../../infra/request-context.ts'

/** Returns the seed data's credentials if this request may use them, else undefined (shared/spec/contract.md#seed-data). */
export function seedCredentialsFor({
  services,
  fromThisMachine,
}: Pick<FromAddress, 'services' | 'fromThisMachine'>): SeedCredentials | undefined {
  const { seedCredentials } = services
  return seedCredentials?.reach === 'anyone' || fromThisMachine ? seedCredentials : undefined
}

/** Whether this is the publicly known seed password, used by a request that may not use it. */
export function isForbiddenSeedPassword(ctx: Pick<FromAddress, 'services' | 'fromThisMachine'>, password: string): boolean {
  return password === seedPassword && !seedCredentialsFor(ctx)
}

/** Returns the credentials that the sign-in page fills in, or null if there are none that work. */
export async function getOverriddenCredentials(ctx: FromAddress): Promise<{ email: string; password: string } | null> {
  const credentials = seedCredentialsFor(ctx)
  if (!credentials) return null
  const { email, password } = credentials
  const account = await ctx.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
  return account ? { email, password } : null
}
