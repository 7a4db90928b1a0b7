import { beforeAll, describe, expect, it } from 'vitest'
import { buildWorkshop, sampleForm } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { csv, xlsx } from '../../../../test/uploads/build-files.ts'

const portico = await openPortico()
const [adam, visitor] = [await portico.as('adam'), await portico.as()]
const name = 'conditional'

beforeAll(async () => {
  const survey = [
    ['type', 'name', 'label::English (en)', 'required', 'relevant', 'calculation'],
    ['text', 'fullName', 'Your name', 'yes'],
    ['text', 'email', 'Your email', 'yes'],
    ['select_one yes_no', 'arrested', 'Were you ever arrested?', 'yes'],
    ['select_multiple crimes', 'crimes', 'What for?', 'no'],
    ['date', 'left', 'When did you leave?', 'no'],
    ['date', 'back', 'When were you back?', 'no'],
    ['calculate', 'daysAway', null, null, null, '${back} - ${left}'],
    ['text', 'whyAway', 'Why so long?', 'yes', '${daysAway} > 180'],
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
    ['crimes', 'theft', 'Theft'],
    ['crimes', 'fraud', 'Fraud'],
    ['crimes', 'none', 'Nothing of these'],
  ]
  const metadata = [
    ['identifier', 'red_flag_when', 'red_flag_reason', 'contact_role'],
    ['fullName', '', '', 'fullName'],
    ['email', '', '', 'email'],
    ['times', 'greater_than: 0', 'Court papers are needed.', ''],
    ['crimes', 'in: theft | fraud', 'A crime.', ''],
    ['daysAway', 'greater_than: 365', 'A year away.', ''],
    ['back', "when: ${daysAway} > 180 and selected(${crimes}, 'none')", 'Long away.', ''],
  ]
  const template = {
    Answers: [
      [
        '{{fullName}}',
        '{{email}}',
        '{{arrested}}',
        '{{times}}',
        '{{last}}',
        '{{crimes}}',
        '{{left}}',
        '{{back}}',
        '{{daysAway}}',
        '{{whyAway}}',
      ],
    ],
  }
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
  it('is returned with its condition as data', async () => {
    const { questions } = await visitor.call.questionnaires.getQuestionnaireByNameAndLanguageCode({ name, languageCode: 'en' })
    const arrested = { identifier: 'arrested', op: '=', value: 'yes' }
    expect(questions.map(({ identifier, questionType, askedWhen }) => [identifier, questionType, askedWhen])).toEqual([
      ['fullName', 'input', undefined],
      ['email', 'email', undefined],
      ['arrested', 'radio', undefined],
      ['crimes', 'checkboxes', undefined],
      ['left', 'date', undefined],
      ['back', 'date', undefined],
      ['daysAway', 'calculate', undefined],
      ['whyAway', 'input', [[{ identifier: 'daysAway', op: '>', value: 180 }]]],
      ['calm', 'note', [[arrested]]],
      ['times', 'numeric', [[arrested]]],
      ['last', 'date', [[arrested, { identifier: 'times', op: '>', value: 1 }]]],
    ])
  })

  it('is required only when it is asked, over REST and tRPC', async () => {
    const refused = await send({ arrested: 'yes' })
    expect([refused.status, refused.body.issues]).toMatchObject([422, [{ path: ['answers', 'times'], message: 'Required' }]])
    const answers = { fullName: 'Mai', email: 'mai@example.org', arrested: 'yes' }
    await expect(visitor.call.responses.addNewQuestionnaireResponse({ name, language: 'en', answers })).rejects.toThrow()
    expect((await send({ arrested: 'no' })).status).toBe(200)
  })

  it('turns nobody red when it is not asked; control: it does when it is', async () => {
    expect(await flagOf({ arrested: 'no', times: '5' })).toMatchObject({ initial: 'green', initialRedFlagAnswerCount: 0 })
    expect(await flagOf({ arrested: 'yes', times: '5', last: '2020-01-01' })).toMatchObject({
      initial: 'red',
      initialRedFlagAnswerCount: 1,
    })
  })

  it('takes no answer if it is a note', async () => {
    expect((await send({ arrested: 'no', calm: 'x' })).status).toBe(422)
  })
})

describe('an answer with several choices', () => {
  it('is red if any of them is listed, and refused if one of them is unknown or repeated', async () => {
    expect(await flagOf({ arrested: 'no', crimes: 'none fraud' })).toMatchObject({ initial: 'red', initialRedFlagAnswerCount: 1 })
    expect(await flagOf({ arrested: 'no', crimes: 'none' })).toMatchObject({ initial: 'green' })
    for (const crimes of ['theft murder', 'theft theft', 'theft  fraud']) expect((await send({ arrested: 'no', crimes })).status).toBe(422)
  })
})

describe('a calculation', () => {
  const away = { arrested: 'no', left: '2024-01-01', back: '2025-02-01' }

  it('determines what is asked and what is red from the answers alone', async () => {
    expect((await send(away)).body.issues).toMatchObject([{ path: ['answers', 'whyAway'], message: 'Required' }])
    expect(await flagOf({ ...away, whyAway: 'Family' })).toMatchObject({ initial: 'red', initialRedFlagAnswerCount: 1 })
    expect(await flagOf({ ...away, whyAway: 'Family', crimes: 'none' })).toMatchObject({ initialRedFlagAnswerCount: 2 })
    expect(await flagOf({ ...away, back: '2024-01-11' })).toMatchObject({ initial: 'green' })
  })

  it('is shown to reviewers, and refused as an answer', async () => {
    const { anonymousId } = (await send({ ...away, whyAway: 'Family' })).body.data
    const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo({ respondent: { anonymousId } })
    expect(answerFlags.flaggedAnswers.filter(({ asked }) => !asked).map(({ identifier }) => identifier)).toEqual(['times', 'last'])
    expect(answerFlags.flaggedAnswers).toContainEqual(
      expect.objectContaining({ identifier: 'daysAway', originalValue: '397', initialFlag: 'red' }),
    )
    expect((await send({ ...away, whyAway: 'Family', daysAway: '1' })).status).toBe(422)
  })
})
