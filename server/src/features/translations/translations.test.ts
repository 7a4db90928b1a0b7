import { beforeEach, describe, expect, it } from 'vitest'
import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { buildQuestionnaire, sampleDefinition } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
const adam = await portico.as('adam')
const rosa = await portico.as('rosa')
const language = 'es'
/** The questionnaire of the current test. */
let name = ''
let tests = 0

const inSpanish = () => adam.call.translations.getTranslations({ name, language })
const textOf = async (key: string, of = language) => {
  const { texts } = await adam.call.translations.getTranslations({ name, language: of })
  const found = texts.find((text) => text.key === key)
  if (!found) throw new Error(`There is no text ${key}`)
  return found
}
const save = async (
  key: string,
  text: string,
  more: { signedOff?: boolean; revision?: number; sourceDigest?: string; as?: typeof adam } = {},
) => {
  const { sourceDigest, revision } = await textOf(key)
  const { as = adam, ...changed } = more
  return as.call.translations.saveTranslations({
    name,
    language,
    texts: [{ key, text, sourceDigest, revision, signedOff: false, ...changed }],
  })
}
const spanishCounts = async () => {
  const list = await adam.call.translations.getTranslationList()
  return list.find((item) => item.name === name)?.languages.find((item) => item.language === language)
}
const key = 'hasGreenCard/text'

async function upload(change: (question: QuestionDefinition) => Partial<QuestionDefinition> = () => ({})): Promise<void> {
  const definition = await sampleDefinition()
  const questions = definition.questions.map((question) => ({ ...question, ...change(question) }))
  await buildQuestionnaire(portico, name, { ...definition, questions })
}

const publish = async (of = language) => adam.rest('translations/publishTranslations', { id: (await inSpanish()).id, languages: [of] })

beforeEach(async () => {
  tests += 1
  name = `screening_${tests}`
  await upload()
})

describe('translations', () => {
  it('start as published texts without a sign-off', async () => {
    const { texts, questions } = await inSpanish()
    expect(new Set(texts.map(({ state }) => state))).toEqual(new Set(['published']))
    expect(texts.some(({ stale }) => stale)).toBe(false)
    expect(JSON.stringify(questions)).not.toContain('redFlag')
    expect(await spanishCounts()).toMatchObject({ isOffered: true, missing: 0, stale: 0, draft: 0, signedOff: 0, unpublished: 0 })
  })

  it('into a language without any texts are missing', async () => {
    const { texts, isOffered } = await adam.call.translations.getTranslations({ name, language: 'ko' })
    expect(isOffered).toBe(false)
    expect(new Set(texts.map(({ state }) => state))).toEqual(new Set(['missing']))
  })

  it('are refused when a key occurs twice', async () => {
    const { sourceDigest, revision } = await textOf(key)
    const texts = ['una', 'otra'].map((text) => ({ key, text, sourceDigest, revision, signedOff: false }))
    const { status, body } = await adam.rest('translations/saveTranslations', { name, language, texts })
    expect([status, body.issues[0].path]).toEqual([422, ['texts']])
  })

  it('record who wrote and signed off, and refuse to overwrite a newer revision', async () => {
    const before = await textOf(key)
    await save(key, '¿Tiene usted la tarjeta verde?')
    await expect(save(key, 'otra', { revision: before.revision })).rejects.toThrow('Somebody changed this meanwhile.')
    await save(key, '¿Tiene usted la tarjeta verde?', { signedOff: true, as: rosa })
    expect(await textOf(key)).toMatchObject({
      text: '¿Tiene usted la tarjeta verde?',
      published: before.published,
      state: 'signed-off',
      writtenBy: 'Adam Abiodun',
      signedOffBy: 'Rosa Ruiz',
    })
    expect(await spanishCounts()).toMatchObject({ signedOff: 1, draft: 0, unpublished: 1, signedOffBy: 'Rosa Ruiz' })
  })

  it('are shown to respondents once published as the next version', async () => {
    await save(key, '¿Tiene usted la tarjeta verde?', { signedOff: true })
    const { id, version } = await inSpanish()
    expect((await publish()).body).toMatchObject({ success: true, data: { name, version: version + 1 } })
    const visitor = await portico.as()
    const questionnaire = await visitor.call.questionnaires.getQuestionnaireByNameAndLanguageCode({ name, languageCode: language })
    expect(questionnaire.questions.find(({ identifier }) => identifier === 'hasGreenCard')?.questionText).toBe(
      '¿Tiene usted la tarjeta verde?',
    )
    const { facts } = (await adam.call.questionnaires.getVersionDifference({ from: id, to: questionnaire.id })).questions[0] ?? {}
    expect(facts?.map(({ what }) => what)).toEqual(['text (es)'])
    expect(await textOf(key)).toMatchObject({ state: 'signed-off', published: '¿Tiene usted la tarjeta verde?' })
    expect(await spanishCounts()).toMatchObject({ unpublished: 0 })
  })

  it('become stale when their source changes, until they are signed off again', async () => {
    await save(key, '¿Tiene usted la tarjeta verde?', { signedOff: true })
    await publish()
    await upload(({ identifier, text }) => ({
      ...(identifier === 'hasGreenCard' && {
        text: { ...text, en: 'Do you have a green card today?', es: '¿Tiene usted la tarjeta verde?' },
      }),
      ...(identifier === 'email' && { text: { ...text, en: 'Where can we write to?' } }),
    }))
    expect(await textOf(key)).toMatchObject({ stale: true, state: 'signed-off' })
    expect(await textOf('email/text')).toMatchObject({ stale: true, state: 'published' })
    expect(await spanishCounts()).toMatchObject({ stale: 2 })
    await save(key, '¿Tiene usted la tarjeta verde?', { signedOff: true })
    expect(await textOf(key)).toMatchObject({ stale: false })
  })

  it('from an upload take precedence over earlier drafts, which are kept as `setAside`', async () => {
    await save('email/text', '¿Su correo?')
    await upload(({ identifier, text }) => (identifier === 'email' ? { text: { ...text, es: 'Correo electrónico' } } : {}))
    expect(await textOf('email/text')).toMatchObject({ text: 'Correo electrónico', state: 'published', setAside: '¿Su correo?' })
  })

  it('into a new language are published once complete', async () => {
    const { texts } = await adam.call.translations.getTranslations({ name, language: 'ko' })
    const all = texts.map(({ key, source, sourceDigest, revision }) => ({
      key,
      text: key.endsWith('/video') ? source : `${source} (ko)`,
      sourceDigest,
      revision,
      signedOff: false,
    }))
    await adam.call.translations.saveTranslations({ name, language: 'ko', texts: all.slice(1) })
    expect((await publish('ko')).body).toMatchObject({ success: false, error_id: 'TRANSLATION_INCOMPLETE' })
    await adam.call.translations.saveTranslations({ name, language: 'ko', texts: all.slice(0, 1) })
    expect((await publish('ko')).body.data.languages).toContain('ko')
    expect(await textOf('hasGreenCard/text', 'ko')).toMatchObject({
      state: 'draft',
      text: 'Are you a lawful permanent resident (do you have a green card)? (ko)',
    })
  })

  it('cannot be signed off or published with placeholders that their source lacks', async () => {
    await expect(save(key, 'Hola ${nadie}', { signedOff: true })).rejects.toThrow('places')
    await save(key, 'Hola ${nadie}')
    expect((await publish()).body.error_id).toBe('PLACES_CHANGED')
  })
})
