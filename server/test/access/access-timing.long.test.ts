import { expect, it } from 'vitest'
import { answerIdIn, openWorld } from '../calls/world.ts'
import { viaRest } from '../support/both-transports.ts'
import { buildRespondent, twoReds } from '../support/builders.ts'
import { openPortico } from '../support/harness.ts'
import { timeRatio } from '../support/time-ratio.ts'

const portico = await openPortico()
const world = await openWorld(portico)
const [ana, vera] = [await portico.as('ana'), await portico.as('vera')]
const patience = 300_000

const foreign = await buildRespondent(portico, { ...twoReds, contactLanguage: 'vi' })
const missing = 'AAAA-BBBB-CCCCC'
const about = (anonymousId: string) => ({ respondent: { anonymousId } })
const flagged = (answerId: number) => ({ answerId, flag: 'red', reason: 'Seen.' })
const foreignAnswer = await answerIdIn(world, foreign, 'deported')

it.each([
  ['agency.getAssignedRespondent', ana.accessToken, about(foreign), about(missing)],
  ['responses.getRespondentAnswerInfo', ana.accessToken, about(foreign), about(missing)],
  ['agency.submitAnswerOverride', ana.accessToken, flagged(foreignAnswer), flagged(987_654_321)],
  ['responses.getWorkshopGreenDotRespondent', vera.accessToken, about(foreign), about(missing)],
  ['workshops.respondentCheckIn', vera.accessToken, about(foreign), about(missing)],
  ['workshops.respondentCheckIn', undefined, about(foreign), about(missing)],
  ['responses.getStatus', undefined, { ...about(foreign), contact: 'x@y.example' }, { ...about(missing), contact: 'x@y.example' }],
  ['agency.getAssignedRespondents', ana.accessToken, { agencyId: world.agencies.ben }, { agencyId: 987_654_321 }],
])('%s takes equally long for foreign and missing objects', { timeout: patience }, async (path, token, one, other) => {
  expect(await ratio(path, token, one, other)).toBeLessThan(1.25)
})

it('control: an existing row is measurably slower', { timeout: patience }, async () => {
  const found = [{ agencyId: world.agencies.ana }, { agencyId: 987_654_321 }] as const
  expect(await ratio('agency.getAssignedRespondents', ana.accessToken, ...found)).toBeGreaterThan(1.25)
})

function ratio(path: string, token: string | undefined, one: object, other: object): Promise<number> {
  const asking = (input: object) => () => viaRest(portico.app, path, input, { token })
  return timeRatio(path, asking(one), asking(other))
}
