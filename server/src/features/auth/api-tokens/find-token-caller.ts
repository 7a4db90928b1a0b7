import { BlockList, isIP } from 'node:net'
import type { Kysely } from 'kysely'
import { Failure } from '../../../infra/failure.ts'
import { bareAddress } from '../../../infra/security/network.ts'
import { hashOfSecret, newSecret } from '../../../infra/security/encryption.ts'
import { prepared } from '../../../infra/postgres/prepared.ts'
import { sql, type Caller, type Database, type Services } from '../../../infra/request-context.ts'
import { hasSecondFactor, requiredFrom } from '../sessions.ts'

const prefix = 'pto_'
const noteEveryMs = 60_000

/** Whether a bearer token is an API token and no access token of a sign-in. */
export function isApiToken(bearer: string): boolean {
  return bearer.startsWith(prefix)
}

/** A new token and what is stored of it; 256 random bits need no slow hash. */
export function newApiTokenSecret(): { token: string; tokenHash: Buffer } {
  const token = `${prefix}${newSecret()}`
  return { token, tokenHash: hashOfSecret(token) }
}

/**
 * Who calls with an API token: its maker as they are now, with what the token leaves of their rights (shared/spec/contract.md#api-tokens).
 * `address` is where the request comes from. Throws `UNAUTHENTICATED`, in the same words, for one that is unknown, revoked or over, comes from elsewhere, or
 * whose maker may not sign in: revoking acts on the next request.
 */
export async function findTokenCaller(services: Services, token: string, address: string): Promise<Caller> {
  const now = services.clock()
  const [found] = await selectToken(sql(services.orm.em.fork()), { tokenHash: hashOfSecret(token), now })
  if (!found || !isWithin(found.addressRanges, address)) throw new Failure('UNAUTHENTICATED')
  const { tokenId, calls, workshopIds, agencyIds, lastUsedAt, id, name, email, roles } = found
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= noteEveryMs) await noteTokenUse(services, tokenId, now)
  return {
    id,
    name,
    email,
    roles,
    translates: [],
    signsOffTranslations: false,
    sessionId: '',
    // A token proves nothing of who is there: what needs a fresh proof is not for it.
    provedAt: new Date(0),
    secondFactorDueAt: found.hasSecondFactor ? null : found.requiredFrom,
    token: { id: tokenId, calls, workshopIds, agencyIds },
  }
}

const selectToken = prepared<{ tokenHash: Buffer; now: Date }>()((db: Kysely<Database>, place) =>
  db
    .selectFrom('api_token')
    .innerJoin('account', 'account.id', 'api_token.makerId')
    .select(['api_token.id as tokenId', 'calls', 'workshopIds', 'agencyIds', 'addressRanges', 'lastUsedAt'])
    .select(['account.id', 'account.name', 'account.email', 'account.roles'])
    .select((account) => [hasSecondFactor(account).as('hasSecondFactor'), requiredFrom(account).as('requiredFrom')])
    .where('tokenHash', '=', place('tokenHash'))
    .where('api_token.revokedAt', 'is', null)
    .where('api_token.expiresAt', '>', place('now'))
    .where('account.disabledAt', 'is', null)
    .where('account.verifiedAt', 'is not', null),
)

async function noteTokenUse(services: Services, id: number, now: Date): Promise<void> {
  await sql(services.orm.em.fork()).updateTable('api_token').set({ lastUsedAt: now }).where('id', '=', id).execute()
}

function isWithin(ranges: readonly string[] | null, address: string): boolean {
  if (ranges === null) return true
  const bare = bareAddress(address)
  const family = familyOf(bare)
  if (family === undefined) return false
  const allowed = new BlockList()
  for (const range of ranges) {
    const [net = '', bits] = range.split('/')
    const kind = familyOf(net)
    if (kind) allowed.addSubnet(net, bits === undefined ? widest[kind] : Number(bits), kind)
  }
  // An IPv4 address that came as IPv6 is met by its IPv4 ranges.
  return allowed.check(bare, family)
}

const widest = { ipv4: 32, ipv6: 128 } as const

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  if (version === 0) return undefined
  return version === 4 ? 'ipv4' : 'ipv6'
}
