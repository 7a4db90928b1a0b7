import { expect, it } from 'vitest'
import { buildAnswers, buildQuestionnaire, buildWorkshop, questionnaireName, sampleDefinition } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { createLog } from '../../infra/log.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import { findPublished } from './definitions.ts'

const portico = await openPortico()
const visitor = await portico.as()
const answers = await buildAnswers()

/** Publishes the sample questionnaire with a pattern for the name, past the checks of an upload; answers its id. */
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

it('answers at once when a stored pattern would make an engine that backtracks run on and on', async () => {
  await publishWith('(?:\\p{Script=Cyrillic}|\\p{L})*!')
  expect((await send('ж'.repeat(200))).body.issues).toMatchObject([{ path: ['answers', 'fullName'], code: 'pattern' }])
  expect((await send('жжж!')).body.success).toBe(true)
})

it.each(['(?=a)b', '(?:.?){900}', '(a'])(
  'refuses answers to a question whose stored pattern %s is not taken, and serves everything else',
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

it('says in the log which version has a pattern that is not taken, once', async () => {
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
