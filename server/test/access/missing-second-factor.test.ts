import { describe, expect, it } from 'vitest'
import { waitsForSecondFactor } from '../../src/api/access.ts'
import { agreed, rowOf } from '../calls/calls.ts'
import { openWorld } from '../calls/world.ts'
import { transports, viaRest } from '../support/both-transports.ts'
import { openPortico } from '../support/harness.ts'
import { sampleToRefuse } from './access-sweep.ts'
import { newStaff } from '../support/staff.ts'

// Sweeps all calls as for the access matrix: everything else is refused until the second factor is set up.
const portico = await openPortico()
const world = await openWorld(portico)
const root = await newStaff(portico, 'ROOT_USER')

describe('after the deadline for setting up a second factor', () => {
  const paths = agreed.map(({ path }) => path)

  it.each(paths)('%s is refused over both transports, unless exempt', async (path) => {
    for (const [name, call] of transports) {
      const waits = waitsForSecondFactor(path)
      const { input, headers = {} } = await (waits ? sampleToRefuse(world, path) : rowOf(path).sample(world, 'ROOT_USER'))
      await portico.sql(`insert into sign_in_policy (role, required_since, grace_days) values ('ROOT_USER', '2026-01-01', 0)`)
      const { accessToken } = await portico.as('rosa')
      const answer = await call(portico.app, path, input, { token: accessToken, headers })
      await portico.sql('delete from sign_in_policy')
      expect(answer.id === 'SECOND_FACTOR_SETUP_REQUIRED', `${name}: ${answer.text.slice(0, 200)}`).toBe(waits)
      if (waits) expect(answer.status).toBe(name === 'REST' ? 200 : 400)
    }
  })

  it('only the setup calls and public calls are exempt', () => {
    const open = agreed.filter(({ path }) => !waitsForSecondFactor(path))
    expect(
      open
        .filter(({ cells }) => cells[0] !== 'Y')
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(
      [
        'getMyProfile',
        ...['beginAuthenticator', 'beginPasskey', 'endOtherSessions', 'endSession', 'finishAuthenticator', 'finishPasskey'].map(mine),
        ...['getRequirement', 'getSessionList', 'getSignIn', 'passkeyOptions', 'reauthenticate'].map(mine),
      ].toSorted(),
    )
  })

  it('control: without the rule, calls succeed', async () => {
    for (const path of ['agency.getAllAgencies', 'admin.getAccountList'])
      expect((await viaRest(portico.app, path, {}, { token: root.token })).ok).toBe(true)
  })
})

const mine = (name: string) => `auth.mySignIn.${name}`
