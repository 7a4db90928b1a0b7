import { BlockList, isIP } from 'node:net'
import type { Kysely } from 'kysely'
import { Failure } from '../../../infra/failure.ts'
import { bareAddress } from '../../../infra/security/network.ts'
import { hashOfSecret, newSecret } from '../../../infra/security/encryption.ts'
import { prepared } from '../../../infra/postgres/statements/prepared.ts'
import { sql, type Caller, type Database, type Services } from '../../../infra/request-context.ts'
import { hasSecondFactor, requiredFrom } from '../sessions.ts'

const prefix = 'pto_'
const recordIntervalMs = 60_000

/** Whether a bearer token is an API token rather than a session's access token. */
export function isApiToken(bearer: string): boolean {
  return bearer.startsWith(prefix)
}

/** Returns a new token and the hash to store; 256 random bits need no slow hash. */
export function newApiTokenSecret(): { token: string; tokenHash: Buffer } {
  const token = `${prefix}${newSecret()}`
  return { token, tokenHash: hashOfSecret(token) }
}

/**
 * Returns the caller of an API token: its maker as they are now, with the rights that the token leaves them
 * (shared/spec/contract.md#api-tokens). `address` is the address of the request. Throws the same `UNAUTHENTICATED` if the token is unknown,
 * revoked or expired, comes from an address that is not allowed, or its maker may not sign in: revoking takes effect on the next request.
 */
export async function findTokenCaller(services: Services, token: string, address: string): Promise<Caller> {
  const now = services.clock()
  const [found] = await selectToken(sql(services.orm.em.fork()), { tokenHash: hashOfSecret(token), now })
  if (!found || !isAddressInRanges(found.addressRanges, address)) throw new Failure('UNAUTHENTICATED')
  const { tokenId, calls, workshopIds, agencyIds, lastUsedAt, id, name, email, roles } = found
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= recordIntervalMs) await recordTokenUse(services, tokenId, now)
  return {
    id,
    name,
    email,
    roles,
    translates: [],
    signsOffTranslations: false,
    sessionId: '',
    // A token does not prove who is present, so it never passes a check for a fresh proof.
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

async function recordTokenUse(services: Services, id: number, now: Date): Promise<void> {
  await sql(services.orm.em.fork()).updateTable('api_token').set({ lastUsedAt: now }).where('id', '=', id).execute()
}

function isAddressInRanges(ranges: readonly string[] | null, address: string): boolean {
  if (ranges === null) return true
  const bare = bareAddress(address)
  const family = familyOf(bare)
  if (family === undefined) return false
  const allowed = new BlockList()
  for (const range of ranges) {
    const [net = '', bits] = range.split('/')
    const kind = familyOf(net)
    if (kind) allowed.addSubnet(net, bits === undefined ? fullPrefixLength[kind] : Number(bits), kind)
  }
  // An IPv4 address that arrived as IPv6 matches IPv4 ranges.
  return allowed.check(bare, family)
}

const fullPrefixLength = { ipv4: 32, ipv6: 128 } as const

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  if (version === 0) return undefined
  return version === 4 ? 'ipv4' : 'ipv6'
}
