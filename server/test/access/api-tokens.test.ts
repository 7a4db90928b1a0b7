import { describe, expect, it } from 'vitest'
import { callsForNoToken, tokenCalls } from '@portico/shared/rules/api-token-calls'
import { agreed, rowOf } from '../calls/calls.ts'
import { openWorld } from '../calls/world.ts'
import { buildApiToken } from '../support/api-tokens.ts'
import { transports } from '../support/both-transports.ts'
import { buildWorkshop } from '../support/builders.ts'
import { openPortico } from '../support/harness.ts'
import { sampleToRefuse } from './access-sweep.ts'

// Sweeps all calls as for the access matrix, with each kind of API token.
const portico = await openPortico()
const world = await openWorld(portico)
await buildWorkshop(portico, { name: 'elsewhere', isDefault: false, agencyIds: [] })
const agencyIds = [(await world.adam.call.agency.saveAgency({ name: 'With nobody' })).id]
const kinds = {
  everything: await buildApiToken(portico),
  'one call': await buildApiToken(portico, { calls: ['workshops/getWorkshopList'] }),
  workshops: await buildApiToken(portico, { workshopNames: ['elsewhere'] }),
  agencies: await buildApiToken(portico, { agencyIds }),
}

it('calls available to tokens exist, and none signs in or creates accounts or tokens', () => {
  const known = agreed.map(({ path }) => path)
  expect(Object.keys(tokenCalls).filter((path) => !known.includes(path) || /^(auth|admin|drafts)\.|^getMyProfile$/.test(path))).toEqual([])
})

it('each call is either available to tokens or has exactly one reason why not', () => {
  const stands = (path: string) => [
    ...Object.keys(tokenCalls).filter((given) => given === path),
    ...Object.keys(callsForNoToken).filter((name) => path === name || path.startsWith(`${name}.`)),
  ]
  const paths = agreed.map(({ path }) => path)
  expect(paths.filter((path) => stands(path).length !== 1)).toEqual([])
  const used = new Set(paths.flatMap(stands))
  expect(Object.keys(callsForNoToken).filter((name) => !used.has(name))).toEqual([])
})

describe.each(Object.entries(kinds))('a token for %s', (kind, { token }) => {
  it.each(agreed.map(({ path }) => path))('%s', async (path) => {
    for (const [, call] of transports) {
      const admitted = isAdmitted(kind, path)
      const { input, headers = {} } = await (admitted ? rowOf(path).sample(world, 'ROOT_USER') : sampleToRefuse(world, path))
      const answer = await call(portico.app, path, input, { token, headers })
      if (!admitted) {
        expect([answer.status, answer.id], answer.text).toEqual([403, 'FORBIDDEN'])
        continue
      }
      expect(answer.id, answer.text).not.toBe('FORBIDDEN')
      if (kind === 'everything' || kind === 'one call') expect(answer.ok, answer.text).toBe(true)
      // The token's workshop or agency has no respondents.
      else expect(answer.text).not.toMatch(new RegExp(`${world.green}|${world.waiting}`))
    }
  })
})

function isAdmitted(kind: string, path: string): boolean {
  const reach = tokenCalls[path]
  switch (kind) {
    case 'one call':
      return path === 'workshops.getWorkshopList'
    case 'workshops':
      return reach === 'bounded' || reach === 'workshops'
    case 'agencies':
      return reach === 'bounded'
    default:
      return reach !== undefined
  }
}
