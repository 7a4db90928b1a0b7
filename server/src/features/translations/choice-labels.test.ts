import { beforeEach, describe, expect, it } from 'vitest'
import type { Localized, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { buildQuestionnaire, sampleDefinition } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
const adam = await portico.as('adam')
const visitor = await portico.as()
const language = 'es'
/** The questionnaire of the current test. */
let name = ''
let tests = 0

const withoutCommas = (text: Localized): Localized =>
  Object.fromEntries(Object.entries(text).map(([code, written]) => [code, written.replaceAll(',', '')]))

const unheld = ['hint', 'multiline', 'integer', 'constraint', 'constraintMessage']

/** The sample questionnaire with the choice value `not sure`, which needs one sheet per language, and without what that cannot hold. */
async function sheetDefinition(): Promise<QuestionnaireDefinition> {
  const held = JSON.stringify(await sampleDefinition(), (key, value: unknown) => (unheld.includes(key) ? undefined : value))
  const definition: QuestionnaireDefinition = JSON.parse(held.replaceAll('"unsure"', '"not sure"'))
  const questions = definition.questions.map((question) => ({
    ...question,
    ...(question.options && { options: question.options.map((option) => ({ ...option, label: withoutCommas(option.label) })) }),
  }))
  return { ...definition, questions }
}

async function save(texts: Readonly<Record<string, string>>): Promise<void> {
  const { texts: all } = await adam.call.translations.getTranslations({ name, language })
  const changed = all.flatMap(({ key, sourceDigest, revision }) => {
    const text = texts[key]
    return text === undefined ? [] : [{ key, text, sourceDigest, revision, signedOff: false }]
  })
  await adam.call.translations.saveTranslations({ name, language, texts: changed })
}

const inSpanish = () => visitor.call.questionnaires.getQuestionnaireByNameAndLanguageCode({ name, languageCode: language })
const choicesOf = async (identifier: string) => {
  const { questions } = await inSpanish()
  return Object.fromEntries(questions.find((one) => one.identifier === identifier)?.options?.map((one) => [one.value, one.label]) ?? [])
}
const publish = async () => adam.rest('translations/publishTranslations', { id: (await inSpanish()).id, languages: [language] })

beforeEach(() => {
  tests += 1
  name = `labels_${tests}`
})

describe('the labels of choices', () => {
  it.each([
    ['a comma', 'No, nunca'],
    ['an Arabic comma', 'No، nunca'],
    ['an ideographic comma', 'No、nunca'],
    ['a full-width comma', 'No，nunca'],
    ['a backslash', 'No\\, nunca\\'],
    ['no comma', 'No nunca'],
  ])('stay with their values when one with %s is published', async (_about, no) => {
    await buildQuestionnaire(portico, name, await sheetDefinition())
    await save({ 'hasGreenCard/choice/no': no, 'hasGreenCard/choice/not sure': '' })
    expect((await publish()).body).toMatchObject({ success: true })
    expect(await choicesOf('hasGreenCard')).toEqual({ yes: 'Sí', no, 'not sure': 'I am not sure' })
  })
})

describe('publishing translations', () => {
  it('is refused if the files cannot hold the rest of the questionnaire', async () => {
    const definition = await sheetDefinition()
    const [first, ...rest] = definition.questions
    if (!first) throw new Error('The questionnaire has no questions')
    const questions = [{ ...first, hint: { en: 'Anything', es: 'Lo que sea' } }, ...rest]
    const id = await buildQuestionnaire(portico, name, { ...definition, questions })
    await save({ 'hasGreenCard/choice/no': 'No nunca' })
    const { body } = await publish()
    expect(body).toMatchObject({ success: false, error_id: 'QUESTION_FILE_ERROR' })
    expect(body.message).toContain('"consentToShare", hint (es): The text "Lo que sea" would be published as "".')
    expect((await inSpanish()).id).toBe(id)
  })
})
