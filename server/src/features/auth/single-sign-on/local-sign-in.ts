import type { Role } from '@portico/shared/words/roles'
import type { Services } from '../../../infra/request-context.ts'

/**
 * Whether accounts with these roles may sign in with Portico's own credentials: a password, or a passkey alone. Roots always may, so that
 * an outage of the provider cannot lock everyone out for good (shared/spec/operating.md#single-sign-on).
 */
export function mayUseLocalCredentials({ identityProvider }: Pick<Services, 'identityProvider'>, roles: readonly Role[] = []): boolean {
  const rolesWithoutPassword = identityProvider?.settings.rolesWithoutPassword ?? []
  return roles.includes('ROOT_USER') || !roles.some((role) => rolesWithoutPassword.includes(role))
}
