import { expect, it } from 'vitest'
import { buildQuestionnaire, buildWorkshop, questionnaireName, workshopName } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'

const counting = await openPortico({ dropOff: true, rateLimits: { dropOffs: { hits: 16, seconds: 3_600 } } })
const silent = await openPortico()
for (const portico of [counting, silent]) {
  await buildQuestionnaire(portico)
  await buildWorkshop(portico)
}

async function leave(portico: typeof counting, times: number, identifier: string, more = 0): Promise<number> {
  const visitor = await portico.as()
  const asked = { name: questionnaireName, languageCode: 'es' }
  const { id, countsDropOff } = await visitor.call.questionnaires.getQuestionnaireByNameAndLanguageCode(asked)
  expect(countsDropOff).toBe(portico === counting ? true : undefined)
  for (let one = 0; one < times; one += 1) {
    const { body } = await visitor.rest('questionnaires/countDropOff', { questionnaireId: id + more, identifier })
    expect(body).toEqual({ success: true, data: {} })
  }
  return id
}

it('counts the questions at which people leave, stores nothing about them and hides counts below five', async () => {
  const audited = await counting.sql('select id from audit_entry')
  const questionnaireId = await leave(counting, 5, 'hasGreenCard')
  await leave(counting, 4, 'taxesFiled')
  await leave(counting, 6, 'noSuchQuestion')
  await leave(counting, 1, 'taxesFiled', 9_000)
  const counted = [
    { questionnaire_id: questionnaireId, identifier: 'hasGreenCard', times: 5 },
    { questionnaire_id: questionnaireId, identifier: 'taxesFiled', times: 4 },
  ]
  expect(await counting.sql('select * from drop_off order by identifier')).toEqual(counted)
  await leave(counting, 2, 'taxesFiled')
  expect(await counting.sql('select * from drop_off order by identifier'), 'past the limit').toEqual(counted)
  expect(await counting.sql('select id from audit_entry')).toEqual(audited)
  const visitorsCounted = await counting.sql(
    "select split_part(key, ':', 1) as name from rate_counter where key not like 'readsPerAccount:%'",
  )
  expect(visitorsCounted).toEqual([{ name: 'dropOffs' }])
  const adam = await counting.as('adam')
  const told = { name: questionnaireName, version: 1, identifier: 'hasGreenCard', times: 5 }
  expect((await adam.call.responses.getFigures({})).dropOff).toEqual([told])
  expect((await adam.call.responses.getFigures({ name: workshopName })).dropOff).toEqual([])
})

it('control: counts nothing when switched off', async () => {
  await leave(silent, 6, 'hasGreenCard')
  expect(await silent.sql('select * from drop_off')).toEqual([])
})
