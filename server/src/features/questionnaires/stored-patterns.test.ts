import { expect, it } from 'vitest'
import { buildAnswers, buildQuestionnaire, buildWorkshop, questionnaireName, sampleDefinition } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { createLog } from '../../infra/log.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import { findPublished } from './definitions.ts'

const portico = await openPortico()
const visitor = await portico.as()
const answers = await buildAnswers()

/** Publishes the sample questionnaire with a pattern for the name, bypassing the upload checks; returns its id. */
async function publishWith(pattern: string): Promise<number> {
  const definition = await sampleDefinition()
  const questions = definition.questions.map((question) =>
    question.identifier === 'fullName' ? { ...question, constraint: { kind: 'pattern', pattern } as const } : question,
  )
  const id = await buildQuestionnaire(portico, questionnaireName, { ...definition, questions })
  await buildWorkshop(portico)
  return id
}

const send = async (fullName: string) =>
  visitor.rest('responses/addNewQuestionnaireResponse', { name: questionnaireName, language: 'en', answers: { ...answers, fullName } })

it('responds without delay to a stored pattern that would cause catastrophic backtracking', async () => {
  await publishWith('(?:\\p{Script=Cyrillic}|\\p{L})*!')
  expect((await send('ж'.repeat(200))).body.issues).toMatchObject([{ path: ['answers', 'fullName'], code: 'pattern' }])
  expect((await send('жжж!')).body.success).toBe(true)
})

it.each(['(?=a)b', '(?:.?){900}', '(a'])(
  'rejects answers to a question with the unsupported stored pattern %s and keeps serving the questionnaire',
  async (pattern) => {
    const id = await publishWith(pattern)
    const questionnaire = await visitor.call.questionnaires.getQuestionnaireByNameAndLanguageCode({
      name: questionnaireName,
      languageCode: 'en',
    })
    expect(questionnaire.id).toBe(id)
    const answer = await send('b')
    expect(answer.status).toBe(422)
    expect(answer.body.issues).toMatchObject([{ path: ['answers', 'fullName'], code: 'pattern' }])
  },
)

it('logs a version with an unsupported pattern once', async () => {
  const id = await publishWith('(?=a)b')
  const lines: string[] = []
  const log = createLog('error', { write: (line) => void lines.push(line) })
  const find = () => inTransaction({ ...portico.services, log }, 'test', (ctx) => findPublished(ctx, id))
  const version = (await find())?.version
  await find()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { questionnaire: { id, name: questionnaireName, version }, questions: ['fullName'], msg: expect.stringContaining('patterns') },
  ])
})
