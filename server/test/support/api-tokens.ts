import type { NewApiToken } from '@portico/shared/contract/api-tokens'
import type { SeedAccountName } from '../../src/seed/seed-accounts.ts'
import type { Portico } from './harness.ts'

/** The groups of calls available to tokens. */
const tokenGroups = ['questionnaires', 'responses', 'workshops', 'agency', 'downloads']

/** Creates a token with these settings, by Rosa by default, valid for 30 days. */
export async function buildApiToken(portico: Portico, changed: Partial<NewApiToken> = {}, maker: SeedAccountName = 'rosa') {
  const { call } = await portico.as(maker)
  const bounded = changed.agencyIds ?? changed.workshopNames
  // A download contains all respondents of a workshop.
  const calls = [...tokenGroups.filter((group) => group !== 'downloads' || !changed.agencyIds), ...(bounded ? [] : ['seats'])]
  const expiresAt = new Date(portico.services.clock().getTime() + 30 * 86_400_000).toISOString()
  return call.admin.createApiToken({ name: 'Nightly sync', calls, expiresAt, ...changed })
}
