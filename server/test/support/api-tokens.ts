import type { NewApiToken } from '@portico/shared/contract/api-tokens'
import type { SeedAccountName } from '../../src/seed/seed-accounts.ts'
import type { Portico } from './harness.ts'

/** The groups that tokens can be given calls of. */
const tokenGroups = ['questionnaires', 'responses', 'workshops', 'agency', 'downloads']

/** A token with these settings, by Rosa unless somebody else makes it; good for a month. */
export async function buildApiToken(portico: Portico, changed: Partial<NewApiToken> = {}, maker: SeedAccountName = 'rosa') {
  const { call } = await portico.as(maker)
  const bounded = changed.agencyIds ?? changed.workshopNames
  // A file has everybody of a workshop in it.
  const calls = [...tokenGroups.filter((group) => group !== 'downloads' || !changed.agencyIds), ...(bounded ? [] : ['seats'])]
  const expiresAt = new Date(portico.services.clock().getTime() + 30 * 86_400_000).toISOString()
  return call.admin.createApiToken({ name: 'Nightly sync', calls, expiresAt, ...changed })
}
