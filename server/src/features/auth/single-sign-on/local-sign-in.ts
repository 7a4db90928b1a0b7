import type { Role } from '@portico/shared/words/roles'
import type { Services } from '../../../infra/request-context.ts'

/**
 * Whether accounts with these roles sign in with what Portico knows of them: a password, or a passkey alone. Roots always do, so that a provider
 * that fails keeps nobody out for good (shared/spec/operating.md#single-sign-on).
 */
export function signsInHere({ identityProvider }: Pick<Services, 'identityProvider'>, roles: readonly Role[] = []): boolean {
  const elsewhere = identityProvider?.settings.rolesWithoutPassword ?? []
  return roles.includes('ROOT_USER') || !roles.some((role) => elsewhere.includes(role))
}
