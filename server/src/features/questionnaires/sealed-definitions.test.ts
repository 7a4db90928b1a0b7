import { beforeEach, describe, expect, it } from 'vitest'
import { buildQuestionnaire, questionnaireName, sampleDefinition, sampleForm } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { sampleUpload } from '../../seed/seed-database.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import { publish } from './commands.ts'
import { openDefinition, sealStoredDefinitions } from './sealed-definitions.ts'

const logged: string[] = []
const portico = await openPortico({ logTo: { write: (line: string) => void logged.push(line) } })
const adam = await portico.as('adam')
const visitor = await portico.as()
const definition = await sampleDefinition()
const template = Buffer.from((await sampleUpload()).templateFile.bytes)

/** Makes everything as an earlier version of Portico stored it. */
async function storeInTheClear(): Promise<void> {
  await portico.sql('delete from sealed_definition')
  for (const table of ['questionnaire', 'questionnaire_review', 'rule_trial'])
    await portico.sql(`update ${table} set definition = $1`, [definition])
  await portico.sql('update questionnaire set template = $1', [template])
}

const inTheClear = async () =>
  portico.sql(
    `select 'version' as what from questionnaire where definition is not null or template is not null
     union all select 'draft' from questionnaire_review where definition is not null
     union all select 'trial' from rule_trial where definition is not null order by 1`,
  )

const storedDefinition = (id: number) =>
  inTransaction(portico.services, 'test', async (ctx) => {
    const row = await ctx.db.selectFrom('questionnaire').select(['id', 'definition']).where('id', '=', id).executeTakeFirstOrThrow()
    return openDefinition(ctx, 'questionnaireId', row)
  })
const templateOf = async (id: number) => (await adam.rest('questionnaires/getQuestionnaireFile', { id, kind: 'template' })).body

describe('definitions that an earlier version of Portico stored in the clear', () => {
  let [id, token, trialId] = [0, '', 0]

  beforeEach(async () => {
    for (const table of ['rule_trial', 'questionnaire_review', 'questionnaire']) await portico.sql(`delete from ${table}`)
    id = await buildQuestionnaire(portico)
    token = (await adam.rest('questionnaires/shareForReview', await sampleForm())).body.data.token
    trialId = (await adam.rest('questionnaires/tryRules', await sampleForm())).body.data.id
    await storeInTheClear()
  })

  async function expectReadable(): Promise<void> {
    const opened = await visitor.call.questionnaires.getQuestionnaireByNameAndLanguageCode({ name: questionnaireName, languageCode: 'en' })
    expect(opened).toMatchObject({ id, title: definition.title?.['en'] })
    expect(await templateOf(id)).toEqual(template)
    expect(await adam.call.questionnaires.getReviewLinkList()).toMatchObject([{ languages: definition.languages }])
    const draft = await visitor.call.questionnaires.openReview({ token, languageCode: 'en' })
    expect(draft.questionnaire.questions.map(({ identifier }) => identifier)).toEqual(
      definition.questions.map(({ identifier }) => identifier),
    )
    await portico.drain()
    expect(await adam.call.questionnaires.getRuleTrial({ id: trialId })).toMatchObject({ status: 'done' })
  }

  it('can be read', async () => {
    expect(await inTheClear()).toHaveLength(3)
    await expectReadable()
  })

  it('are sealed by one of the replicas that start, and remain readable', async () => {
    const sealed = await Promise.all([sealStoredDefinitions(portico.services), sealStoredDefinitions(portico.services)])
    expect(sealed[0] + sealed[1]).toBe(3)
    expect(await inTheClear()).toEqual([])
    expect(await sealStoredDefinitions(portico.services)).toBe(0)
    await expectReadable()
  })
})

it('a sealed definition opens only for the version it was sealed for', async () => {
  const questions = definition.questions.map(({ redWhen: _redWhen, ...question }) => question)
  const { id: harmless } = await inTransaction(portico.services, 'test', (ctx) =>
    publish(ctx, 'harmless', { definition: { ...definition, questions }, template }),
  )
  const { id } = await inTransaction(portico.services, 'test', (ctx) => publish(ctx, 'strict', { definition, template }))
  const open = () => storedDefinition(id)
  expect(await open()).toEqual(definition)
  await portico.sql('delete from sealed_definition where questionnaire_id = $1', [id])
  await expect(open()).rejects.toThrow()
  await portico.sql('update sealed_definition set questionnaire_id = $1 where questionnaire_id = $2', [id, harmless])
  await expect(open()).rejects.toThrow()
})

it('a definition or template in the clear beside the sealed one is ignored, and removed at the next start', async () => {
  const id = await buildQuestionnaire(portico, 'forged')
  await portico.sql('update questionnaire set definition = $2, template = $3 where id = $1', [
    id,
    { ...definition, questions: [] },
    '\\x00',
  ])
  const opened = async () => ({ definition: await storedDefinition(id), template: await templateOf(id) })
  expect(await opened()).toMatchObject({ definition, template })
  expect(await sealStoredDefinitions(portico.services)).toBe(1)
  expect(await inTheClear()).toEqual([])
  expect(await opened()).toMatchObject({ definition, template })
})

it('a definition that cannot be sealed stays as it is, and the others are sealed', async () => {
  const [broken, good] = [await buildQuestionnaire(portico, 'broken'), await buildQuestionnaire(portico, 'good')]
  await portico.sql('delete from sealed_definition where questionnaire_id in ($1, $2)', [broken, good])
  await portico.sql('update questionnaire set definition = $3, template = case id when $2 then $4::bytea end where id in ($1, $2)', [
    broken,
    good,
    definition,
    template,
  ])
  logged.length = 0
  expect(await sealStoredDefinitions(portico.services)).toBe(1)
  expect(await portico.sql('select id from questionnaire where definition is not null')).toEqual([{ id: broken }])
  expect(logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)).toMatchObject([
    { questionnaireId: broken, err: { message: `Nothing is stored of questionnaire:${broken}` } },
  ])
  await portico.sql('update questionnaire set definition = null where id = $1', [broken])
})

it('definitions have the same size whichever question has a rule', async () => {
  const withOneRule = (position: number) => ({
    ...definition,
    questions: definition.questions.map(({ redWhen: _redWhen, ...question }, at) =>
      at === position ? { ...question, redWhen: { op: 'answered' } as const } : question,
    ),
  })
  await portico.sql('delete from sealed_definition')
  for (const position of [1, 5, 9]) await buildQuestionnaire(portico, `rule ${position}`, withOneRule(position))
  expect(await portico.sql('select distinct length(sealed) from sealed_definition')).toHaveLength(1)
})
