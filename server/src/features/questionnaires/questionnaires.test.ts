import { describe, expect, it } from 'vitest'
import { xlsx } from '../../../test/uploads/build-files.ts'
import { publishedDefinition, sampleForm, questionnaireName } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
const [adam, ana, visitor] = [await portico.as('adam'), await portico.as('ana'), await portico.as()]
const upload = async (changed: Parameters<typeof sampleForm>[0] = {}) =>
  adam.rest('questionnaires/addNewFullQuestionnaire', await sampleForm(changed))
await upload()
const versions = async () => (await adam.call.questionnaires.getQuestionnaireList()).meta.count

describe('uploading a questionnaire', () => {
  it('creates the next version of its name and keeps the previous one unchanged', async () => {
    const first = (await upload()).body.data
    const second = (await upload()).body.data
    expect(second.version).toBe(first.version + 1)
    expect(second).toMatchObject({
      name: questionnaireName,
      languages: ['en', 'es', 'vi'],
      questionCount: first.questionCount,
      warnings: [],
    })
    const newest = await visitor.call.questionnaires.getQuestionnaireByNameAndLanguageCode({ name: questionnaireName, languageCode: 'en' })
    expect(newest).toMatchObject({ id: second.id, version: second.version })
    expect((await ana.call.questionnaires.getQuestionnaireById({ id: first.id, code: 'en' })).version).toBe(first.version)
  })

  it.each([
    ['no question file', { questionFile: null }, 'MISSING_QUESTION_FILE'],
    ['an empty template', { templateFile: new File([], 'template.xlsx') }, 'MISSING_TEMPLATE_FILE'],
    ['no metadata', { fieldMetadataFile: null }, 'MISSING_METADATA_FILE'],
    ['an unreadable question file', { questionFile: new File(['hello'], 'questions.xlsx') }, 'QUESTION_FILE_ERROR'],
    ['an unreadable template', { templateFile: new File(['hello'], 'template.xlsx') }, 'TEMPLATE_FILE_ERROR'],
    ['metadata with an unsupported extension', { fieldMetadataFile: new File(['hello'], 'metadata.txt') }, 'METADATA_FILE_ERROR'],
  ])('with %s is rejected and stores nothing', async (_name, changed, id) => {
    const before = await versions()
    expect((await upload(changed)).body).toMatchObject({ success: false, error_id: id, message: expect.any(String) })
    expect(await versions()).toBe(before)
  })

  it('of two that were checked against the same version, the second is told who published', async () => {
    const form = () => sampleForm({ title: 'contested' })
    expect((await adam.rest('questionnaires/checkFiles', await form())).body.data.published).toBe(undefined)
    const publish = async (ifVersion: number | undefined) => {
      const body = await form()
      if (ifVersion !== undefined) body.append('ifVersion', String(ifVersion))
      return (await adam.rest('questionnaires/addNewFullQuestionnaire', body)).body
    }
    const [one, other] = [await publish(0), await publish(0)]
    expect([one.data?.version, other.error_id]).toEqual([1, 'CHANGED_MEANWHILE'])
    expect(other.message).toMatch(/^Adam .* saved this on .* UTC\. Nothing of yours was saved\.$/)
    expect((await adam.rest('questionnaires/checkFiles', await form())).body.data.published.version).toBe(1)
    const both = await Promise.all([publish(1), publish(1)])
    expect(both.map(({ data, error_id }) => error_id ?? data.version).toSorted()).toEqual([2, 'CHANGED_MEANWHILE'])
    expect((await publish(undefined)).data.version, 'control: without it the later one wins').toBe(3)
  })

  it.each(['-1', '1.5', 'x', '99999999999'])('refuses %j for the version', async (ifVersion) => {
    const body = await sampleForm()
    body.append('ifVersion', ifVersion)
    const answer = await adam.rest('questionnaires/addNewFullQuestionnaire', body)
    expect([answer.status, answer.body.issues?.map(({ path }: { path: unknown }) => path)]).toEqual([422, [['ifVersion']]])
  })

  it('requires a name of letters, digits and underscores', async () => {
    const answer = await upload({ title: '1 bad title' })
    expect(answer.status).toBe(422)
    expect(answer.body.issues).toEqual([
      { path: ['title'], code: 'custom', message: 'Must contain only letters, numbers, and underscores.  Must not start with a number.' },
    ])
  })

  it('can be previewed in each language without storing anything', async () => {
    const before = await versions()
    const answer = (await adam.rest('questionnaires/checkFiles', await sampleForm())).body.data
    expect(answer.questionnaires.map((one: { language: string }) => one.language)).toEqual(['en', 'es', 'vi'])
    expect(answer.questionnaires[1].questions[1].questionText).toContain('nombre completo')
    expect(await versions()).toBe(before)
  })
})

describe('the problems of an upload', () => {
  it('are listed at every location, and empty if the files are valid', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => ['barcode', `b${index}`, 'Text'])
    const bytes = await xlsx({ survey: [['type', 'name', 'label::English (en)'], ...rows] })
    const form = () => sampleForm({ questionFile: new File([bytes], 'questions.xlsx') })
    expect((await adam.rest('questionnaires/checkFiles', await form())).body.message).toMatch(/^\[Q08\] survey!A2, A3, A4 and 9 more: /)
    const { problems } = (await adam.rest('questionnaires/getUploadProblems', await form())).body.data
    expect(problems.map((one: { location: string }) => one.location)).toEqual(rows.map((_, index) => `survey!A${index + 2}`))
    expect((await adam.rest('questionnaires/getUploadProblems', await sampleForm())).body.data).toEqual({ problems: [] })
  })
})

describe('a questionnaire', () => {
  it('hides red-flag rules from respondents and shows the reasons to admins', async () => {
    const seen = await visitor.call.questionnaires.getQuestionnaireByNameAndLanguageCode({ name: questionnaireName, languageCode: 'es' })
    expect(JSON.stringify(seen)).not.toMatch(/redFlag|redWhen|redReason|"op":|contactRole/)
    const { id } = seen
    const shown = await adam.call.questionnaires.getQuestionnaireById({ id, code: 'es' })
    expect(shown.questions.find((question) => question.identifier === 'taxesFiled')?.redFlagReason).toMatch(/Unfiled returns/)
  })

  it('is found in the version that was begun, by its id and name', async () => {
    const asked = { name: questionnaireName, languageCode: 'es' }
    const begun = await visitor.call.questionnaires.getQuestionnaireByNameAndLanguageCode(asked)
    const { body } = await upload()
    expect(body.data.version).toBe(begun.version + 1)
    expect(await visitor.call.questionnaires.getQuestionnaireByNameAndLanguageCode({ ...asked, id: begun.id })).toEqual(begun)
    expect(await visitor.call.questionnaires.getQuestionnaireByNameAndLanguageCode(asked)).toMatchObject({ id: body.data.id })
    const other = (await upload({ title: 'another' })).body.data
    for (const id of [other.id, 999_999])
      expect((await visitor.rest('questionnaires/getQuestionnaireByNameAndLanguageCode', { ...asked, id })).body.error_id).toBe(
        'QUESTIONNAIRE_NOT_FOUND',
      )
  })

  it('is not found in a language it lacks or under an unknown name', async () => {
    const ask = (name: string, languageCode: string) =>
      visitor.rest('questionnaires/getQuestionnaireByNameAndLanguageCode', { name, languageCode })
    expect((await ask(questionnaireName, 'ko')).body.error_id).toBe('QUESTIONNAIRE_NOT_FOUND')
    expect((await ask('nothing', 'en')).body.error_id).toBe('QUESTIONNAIRE_NOT_FOUND')
    expect((await ask(questionnaireName, 'es-MX')).body.data.language).toBe('es')
  })

  it('has a title in each language, before and after it is published', async () => {
    const titles = { en: 'Questions for citizenship', es: 'Preguntas para la ciudadanía', vi: 'Câu hỏi về nhập quốc tịch' }
    const { questionnaires } = (await adam.rest('questionnaires/checkFiles', await sampleForm())).body.data
    expect(Object.fromEntries(questionnaires.map(({ language, title }: any) => [language, title]))).toEqual(titles)
    const { name, id } = (await upload()).body.data
    for (const [languageCode, title] of Object.entries(titles))
      expect(await visitor.call.questionnaires.getQuestionnaireByNameAndLanguageCode({ name, languageCode })).toMatchObject({ id, title })
    await adam.call.workshops.saveWorkshop({ name: 'titled', title: 'Titled', questionnaireNames: [name] })
    const offered = [{ name, titles, languages: ['en', 'es', 'vi'] }]
    expect((await visitor.rest('workshops/getWorkshopQuestionnaire', { workshopName: 'titled' })).body.data).toEqual(offered)
  })

  it('can be downloaded as files that yield the same questionnaire', async () => {
    const { id, version } = (await upload()).body.data
    const fetched = async (kind: string) => (await adam.rest('questionnaires/getQuestionnaireFile', { id, kind })).body as Buffer
    const file = async (kind: string, name: string) => new File([new Uint8Array(await fetched(kind))], name)
    const again = await upload({
      questionFile: await file('questions', 'questions.xlsx'),
      templateFile: await file('template', 'template.xlsx'),
      fieldMetadataFile: await file('metadata', 'metadata.csv'),
    })
    expect(again.body, JSON.stringify(again.body)).toMatchObject({ success: true, data: { version: version + 1 } })
    expect(await publishedDefinition(portico, again.body.data.id)).toEqual(await publishedDefinition(portico, id))
  })

  it('has a starter template that shows every question and is valid', async () => {
    const { id } = (await upload()).body.data
    const starter = (await adam.rest('questionnaires/getQuestionnaireFile', { id, kind: 'starter' })).body as Buffer
    const again = await upload({ templateFile: new File([new Uint8Array(starter)], 'starter.xlsx') })
    expect(again.body, JSON.stringify(again.body)).toMatchObject({ success: true, data: { warnings: [] } })
  })

  it('has valid example files', async () => {
    const file = async (kind: string, name: string) =>
      new File([new Uint8Array((await adam.rest('questionnaires/getQuestionnaireFile', { kind })).body)], name)
    const answer = await upload({
      title: 'from_example',
      questionFile: await file('questions', 'questions.xlsx'),
      templateFile: await file('template', 'template.xlsx'),
      fieldMetadataFile: await file('metadata', 'field-metadata.csv'),
    })
    expect(answer.body).toMatchObject({ success: true, data: { name: 'from_example', warnings: [] } })
    expect((await adam.rest('questionnaires/getQuestionnaireFile', { id: 99_999, kind: 'template' })).body.error_id).toBe('NOT_FOUND')
  })
})
