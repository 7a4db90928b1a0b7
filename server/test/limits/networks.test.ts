import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp, type ServerOptions } from '../../src/app.ts'
import { createRateLimits, defaultRateLimits } from '../../src/infra/security/rate-limits.ts'
import { viaRest } from '../support/both-transports.ts'
import { openPortico } from '../support/harness.ts'

const portico = await openPortico()
const limits = { ...defaultRateLimits, wrongLinkPerAddress: { hits: 2, seconds: 300 } }

async function openBehind(trustProxy: ServerOptions['trustProxy']): Promise<FastifyInstance> {
  const { orm, encryption } = portico.services
  const app = await buildApp(
    { ...portico.services, rateLimits: createRateLimits(orm, (who) => encryption.lookupHash('rate', who), limits) },
    { trustProxy },
  )
  afterAll(() => app.close())
  return app
}

const direct = await openBehind(false)
const oneProxy = await openBehind(1)
const twoProxies = await openBehind(2)
const namedProxy = await openBehind('192.0.2.0/24')

interface Visit {
  readonly from: string
  readonly forwardedFor?: string
}

/** Returns how many distinct counters these visits create. */
async function countersOf(app: FastifyInstance, visits: readonly Visit[]): Promise<number> {
  await portico.sql('delete from rate_counter')
  for (const { from, forwardedFor } of visits)
    await viaRest(
      app,
      'auth.register.verify',
      { code: 'wrong' },
      { address: from, headers: forwardedFor ? { 'x-forwarded-for': forwardedFor } : {} },
    )
  const [row] = await portico.sql<{ n: number }>('select count(*)::int n from rate_counter')
  return row?.n ?? 0
}

const five = [1, 2, 3, 4, 5]

describe('a limit by address counts', () => {
  it.each<[string, FastifyInstance, (n: number) => Visit, number]>([
    ['the addresses of one IPv6 /64 as one', direct, (n) => ({ from: `2001:db8:0:7::${n}` }), 1],
    ['control: those of five /64 as five', direct, (n) => ({ from: `2001:db8:0:${n}::1` }), 5],
    ['an IPv4 address as one, however it is written', direct, (n) => ({ from: n % 2 ? '192.0.2.7' : '::ffff:192.0.2.7' }), 1],
    ['without a proxy, what is forwarded not at all', direct, (n) => ({ from: '192.0.2.7', forwardedFor: `203.0.113.${n}` }), 1],
    ['behind one proxy, what that one says', oneProxy, (n) => ({ from: '192.0.2.7', forwardedFor: `203.0.113.${n}` }), 5],
    [
      'behind one proxy, not what the visitor claims before it',
      oneProxy,
      (n) => ({ from: '192.0.2.7', forwardedFor: `198.51.100.${n}, 203.0.113.9` }),
      1,
    ],
    [
      'behind two proxies, what the outer one says',
      twoProxies,
      (n) => ({ from: '192.0.2.7', forwardedFor: `10.9.9.${n}, 203.0.113.${n}, 192.0.2.9` }),
      5,
    ],
    [
      'behind a named proxy, not what the visitor claims before it',
      namedProxy,
      (n) => ({ from: '192.0.2.7', forwardedFor: `198.51.100.${n}, 203.0.113.9` }),
      1,
    ],
    ['nothing that comes past a named proxy', namedProxy, (n) => ({ from: '198.18.0.1', forwardedFor: `203.0.113.${n}` }), 1],
  ])('%s', async (_name, app, visitOf, counters) => {
    expect(await countersOf(app, five.map(visitOf))).toBe(counters)
  })
})
