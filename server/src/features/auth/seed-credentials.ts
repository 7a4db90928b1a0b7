import { seedPassword } from '@portico/shared/rules/passwords'
import type { FromAddress, HttpContext, SeedCredentials } from '../../infra/request-context.ts'

/** The sign-in of the seed data as far as this request may use it; undefined for everyone else (shared/spec/contract.md#seed-data). */
export function seedCredentialsFor({
  services,
  fromThisMachine,
}: Pick<HttpContext, 'services' | 'fromThisMachine'>): SeedCredentials | undefined {
  const { seedCredentials } = services
  return seedCredentials?.reach === 'anyone' || fromThisMachine ? seedCredentials : undefined
}

/** Whether this is the password that everyone knows, tried by someone who may not use it. */
export function isForbiddenSeedPassword(ctx: Pick<HttpContext, 'services' | 'fromThisMachine'>, password: string): boolean {
  return password === seedPassword && !seedCredentialsFor(ctx)
}

/** What the sign-in page fills in: a sign-in that works, or null. */
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
