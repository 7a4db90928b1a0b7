import { beforeAll, describe, expect, it } from 'vitest'
import { buildWorkshop, sampleForm } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { csv, xlsx } from '../../../../test/uploads/build-files.ts'

const portico = await openPortico()
const [adam, visitor] = [await portico.as('adam'), await portico.as()]
const name = 'conditional'

beforeAll(async () => {
  const survey = [
    ['type', 'name', 'label::English (en)', 'required', 'relevant'],
    ['text', 'fullName', 'Your name', 'yes'],
    ['text', 'email', 'Your email', 'yes'],
    ['select_one yes_no', 'arrested', 'Were you ever arrested?', 'yes'],
    ['begin_group', 'arrests', 'Your arrests', null, "${arrested} = 'yes'"],
    ['note', 'calm', 'Take *your* time.'],
    ['integer', 'times', 'How often?', 'yes'],
    ['date', 'last', 'When was the last time?', 'no', '${times} > 1'],
    ['end_group'],
  ]
  const choices = [
    ['list_name', 'name', 'label::English (en)'],
    ['yes_no', 'yes', 'Yes'],
    ['yes_no', 'no', 'No'],
  ]
  const metadata = [
    ['identifier', 'red_flag_when', 'red_flag_reason', 'contact_role'],
    ['fullName', '', '', 'fullName'],
    ['email', '', '', 'email'],
    ['times', 'greater_than: 0', 'Court papers are needed.', ''],
  ]
  const template = { Answers: [['{{fullName}}', '{{email}}', '{{arrested}}', '{{times}}', '{{last}}']] }
  const form = await sampleForm({
    title: name,
    questionFile: new File([await xlsx({ survey, choices })], 'questions.xlsx'),
    templateFile: new File([await xlsx(template)], 'template.xlsx'),
    fieldMetadataFile: new File([csv(metadata)], 'metadata.csv'),
  })
  expect((await adam.rest('questionnaires/addNewFullQuestionnaire', form)).body).toMatchObject({ success: true })
  await buildWorkshop(portico, { questionnaireNames: [name] })
})

const send = (answers: Record<string, string>) =>
  visitor.rest('responses/addNewQuestionnaireResponse', {
    name,
    language: 'en',
    answers: { fullName: 'Mai Nguyen', email: 'mai@example.org', ...answers },
  })
const flagOf = async (answers: Record<string, string>) => {
  const { anonymousId } = (await send(answers)).body.data
  return (await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId } })).flag
}

describe('a question with a condition', () => {
  it('is described with its condition as data', async () => {
    const { questions } = await visitor.call.questionnaires.getQuestionnaireByNameAndLanguageCode({ name, languageCode: 'en' })
    const arrested = { identifier: 'arrested', op: '=', value: 'yes' }
    expect(questions.map(({ identifier, questionType, askedWhen }) => [identifier, questionType, askedWhen])).toEqual([
      ['fullName', 'input', undefined],
      ['email', 'email', undefined],
      ['arrested', 'radio', undefined],
      ['calm', 'note', [[arrested]]],
      ['times', 'numeric', [[arrested]]],
      ['last', 'date', [[arrested, { identifier: 'times', op: '>', value: 1 }]]],
    ])
  })

  it('is required when it is asked, over both transports', async () => {
    const refused = await send({ arrested: 'yes' })
    expect([refused.status, refused.body.issues]).toMatchObject([422, [{ path: ['answers', 'times'], message: 'Required' }]])
    const answers = { fullName: 'Mai', email: 'mai@example.org', arrested: 'yes' }
    await expect(visitor.call.responses.addNewQuestionnaireResponse({ name, language: 'en', answers })).rejects.toThrow()
    expect((await send({ arrested: 'no' })).status).toBe(200)
  })

  it('makes nobody red when it is not asked; control: it does when it is', async () => {
    expect(await flagOf({ arrested: 'no', times: '5' })).toMatchObject({ initial: 'green', initialRedFlagAnswerCount: 0 })
    expect(await flagOf({ arrested: 'yes', times: '5', last: '2020-01-01' })).toMatchObject({
      initial: 'red',
      initialRedFlagAnswerCount: 1,
    })
  })

  it('takes no answer to a note', async () => {
    expect((await send({ arrested: 'no', calm: 'x' })).status).toBe(422)
  })
})
