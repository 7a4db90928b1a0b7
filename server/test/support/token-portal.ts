import { beforeEach, expect } from 'vitest'
import { viaBoth } from './both-transports.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from './builders.ts'
import { openPortico } from './harness.ts'

/** The time at which each test begins. */
export const start = '2026-11-21T20:00:00Z'

/** Returns the input of a call about this respondent. */
export const about = (anonymousId: string) => ({ respondent: { anonymousId } })

/** Opens a portal with one respondent `here` in the default workshop and one `there` in another, for calls with API tokens. */
export async function openTokenPortal() {
  const portico = await openPortico({ rateLimits: { callsPerToken: { hits: 20, seconds: 60 } } })
  await buildQuestionnaire(portico)
  await buildWorkshop(portico)
  await buildWorkshop(portico, { name: 'elsewhere', isDefault: false })
  const here = await buildRespondent(portico, twoReds)
  const there = await buildRespondent(portico, twoReds, { workshopName: 'elsewhere' })
  const rosa = await portico.as('rosa')
  beforeEach(async () => {
    portico.setTime(start)
    await portico.sql('delete from rate_counter')
  })

  /** Returns the outcome, which must be the same over each transport: `done`, or the id of the failure. */
  async function outcome(token: string, path: string, input: unknown = {}, address?: string): Promise<string> {
    const answers = await viaBoth(portico.app, path, input, { token, ...(address && { address }) })
    const ids = answers.map(({ ok, id }) => (ok ? 'done' : id))
    expect(new Set(ids).size, String(ids)).toBe(1)
    return ids[0] ?? ''
  }
  return { portico, here, there, rosa, outcome }
}
