import { expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { applyPreviewed, previewRules, redWhenArrested } from '../../../test/support/new-rules.ts'
import { recount } from '../../../test/support/recount.ts'
import { markerOf } from '../../infra/security/privacy-notes.ts'
import { replayNotes } from './notes.ts'

const portico = await openPortico()
await buildQuestionnaire(portico, undefined, await redWhenArrested('yes'))
await buildWorkshop(portico)
const adam = await portico.as('adam')
const newcomer = async (name: string) => ({
  respondent: { anonymousId: await buildRespondent(portico, { arrestedOrCited: 'unsure', email: `${name}@respondents.example` }) },
})

it('a restored case that is in use again is judged by the rules applied while it was set aside', async () => {
  const [open, stopped, merged, kept] = [await newcomer('a'), await newcomer('b'), await newcomer('c'), await newcomer('d')]
  await adam.call.privacy.recordRequest({ ...stopped, kind: 'stop' })
  const { items } = await adam.call.privacy.getRequestList({ pagination: { offset: 0, count: 100 } })
  await adam.call.privacy.completeRequest({ id: items[0]?.id ?? 0 })
  await adam.call.corrections.mergeRespondents({ ...merged, into: kept.respondent, reason: 'Answered twice.' })
  await applyPreviewed({ portico, adam }, await previewRules({ portico, adam }, 'yes', 'unsure'))

  const { encryption } = portico.services
  const notes = [
    markerOf(encryption, 'resume', stopped.respondent.anonymousId),
    markerOf(encryption, 'deletion', kept.respondent.anonymousId),
  ]
  expect(await replayNotes(portico.services, new Map(notes.map((note) => [note, 1])))).toEqual({ deletion: 1, stop: 0, resume: 1 })

  for (const respondent of [open, stopped, merged]) {
    const { flag } = await adam.call.responses.getResponseForAdmin(respondent)
    const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo(respondent)
    const reds = answerFlags.flaggedAnswers.filter(({ effectiveFlag }) => effectiveFlag === 'red')
    expect([flag.current, reds.length]).toEqual(['in-progress', 1])
  }
  expect(await recount(portico)).toEqual([])
})
