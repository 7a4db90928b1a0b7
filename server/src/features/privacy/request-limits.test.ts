import { describe, expect, it } from 'vitest'
import type { VisitorRequest } from '@portico/shared/contract/privacy'
import { visitOf } from '../../../test/calls/privacy.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { defaultRateLimits } from '../../infra/security/rate-limits.ts'

const { correctionPerRespondent, resumePerRespondent } = defaultRateLimits
const portico = await openPortico({ rateLimits: { correctionPerRespondent, resumePerRespondent } })
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [visitor, adam] = [await portico.as(), await portico.as('adam')]
const refused = { success: false, error_id: 'TOO_MANY_REQUESTS', message: 'You have asked for this too often today. Please call us.' }

let turn = 0
async function someone() {
  const email = `limited${(turn += 1)}@respondents.example`
  const anonymousId = await buildRespondent(portico, { email })
  const newVisit = () => visitOf(portico, anonymousId, email)
  let visit = await newVisit()
  return {
    anonymousId,
    async comeAgain() {
      visit = await newVisit()
    },
    submit: (kind: VisitorRequest['kind'], text?: string) => visitor.rest('privacy/submitRequest', { visit, kind, ...(text && { text }) }),
    requests: async () =>
      portico.sql<{ kind: string }>('select kind from privacy_request where anonymous_id = $1 order by id', [anonymousId]),
  }
}

describe('requests that change nothing', () => {
  it('are not recorded', async () => {
    const one = await someone()
    for (const kind of ['resume', 'stop', 'stop', 'resume', 'resume'] as const)
      expect((await one.submit(kind)).body).toMatchObject({ success: true })
    expect(await one.requests()).toEqual([{ kind: 'stop' }, { kind: 'resume' }])
  })

  it('complete an earlier one that staff have not carried out', async () => {
    const one = await someone()
    const { anonymousId } = one
    await adam.call.privacy.recordRequest({ respondent: { anonymousId }, kind: 'resume' })
    await one.submit('resume')
    expect(await portico.sql('select from privacy_request where anonymous_id = $1 and done_at is not null', [anonymousId])).toHaveLength(1)
  })

  it('control: a stop by the person of a case that staff withdrew is recorded', async () => {
    const one = await someone()
    const { anonymousId } = one
    await adam.call.corrections.withdrawRespondent({ respondent: { anonymousId }, reason: 'They asked for it.' })
    await one.submit('stop')
    expect(await one.requests()).toEqual([{ kind: 'stop' }])
  })
})

describe('a respondent', () => {
  it('can resume three times a day, by whichever visit, and always stop', async () => {
    const one = await someone()
    for (let times = 0; times < resumePerRespondent.hits; times += 1) {
      expect((await one.submit('stop')).body).toMatchObject({ success: true })
      expect((await one.submit('resume')).body).toMatchObject({ success: true })
    }
    expect((await one.submit('stop')).body).toMatchObject({ success: true, data: { data: { stoppedAt: expect.any(String) } } })
    await one.comeAgain()
    const answer = await one.submit('resume')
    expect([answer.status, answer.body]).toEqual([429, expect.objectContaining(refused)])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_600)
    expect((await one.submit('stop')).body).toMatchObject({ success: true })
    expect((await one.submit('delete')).body).toMatchObject({ success: true })
  })

  it('can ask for ten corrections a day, by whichever visit', async () => {
    const [one, other] = [await someone(), await someone()]
    for (let times = 0; times < correctionPerRespondent.hits; times += 1)
      expect((await one.submit('correct', `Correction ${times}`)).body).toMatchObject({ success: true })
    await one.comeAgain()
    expect((await one.submit('correct', 'One more')).body).toMatchObject(refused)
    expect(await one.requests()).toHaveLength(correctionPerRespondent.hits)
    expect((await other.submit('correct', 'My first')).body, 'control: somebody else').toMatchObject({ success: true })
  })
})
