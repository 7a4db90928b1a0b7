import { missingNumber, nextNumber, type World } from './world.ts'
import { buildQuestionnaire, questionnaireName, sampleDefinition } from '../support/builders.ts'
import { asAdam, type CallRow, type CallRows } from './call-row.ts'

const language = 'ko'
const about = { name: questionnaireName, language }

async function textOf({ adam }: World, kind = 'text') {
  const { texts } = await adam.call.translations.getTranslations(about)
  const found = texts.find((text) => text.kind === kind)
  if (!found) throw new Error(`There is no ${kind}`)
  const { key, source, sourceDigest, revision } = found
  return { key, text: `${source} (${revision})`, sourceDigest, revision, signedOff: false }
}

const oneText = { key: 'title', text: 'Anything', sourceDigest: '0'.repeat(64), revision: 0, signedOff: false }
const theirs = (input: (language: string) => unknown): CallRow['foreign'] => ({
  TRANSLATOR: () => ({ foreign: { 'a language that is not theirs': input('ru') }, missing: input('xx'), refusal: 'NOT_FOUND' }),
})

const xliff = (of = language) =>
  btoa(`<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="${of}"><file id="f"/></xliff>`)

async function newestId({ portico }: World): Promise<number> {
  const [row] = await portico.sql<{ id: number }>(`select max(id) as id from questionnaire where name = $1`, [questionnaireName])
  return row?.id ?? 0
}

/** Changes the Spanish title of the newest version; returns the input that publishes it. */
async function unpublishedSpanish(world: World, name = questionnaireName) {
  await keepTerm(world, 'no such term')
  const { texts, id } = await world.adam.call.translations.getTranslations({ name, language: 'es' })
  const [first] = texts
  if (!first) throw new Error('The questionnaire has no texts')
  const { key, sourceDigest, revision, published } = first
  await world.adam.call.translations.saveTranslations({
    name,
    language: 'es',
    texts: [{ key, text: `${published}.`, sourceDigest, revision, signedOff: true }],
  })
  return { id, languages: ['es'] }
}

/** As `unpublishedSpanish`, for a questionnaire with hints and a number that together fit no file. */
async function unwritableSpanish(world: World) {
  const { questions, ...definition } = await sampleDefinition()
  const numbered = questions.map((question) => ({ ...question, questionNumber: `${question.questionNumber}a` }))
  const name = 'unwritable'
  await buildQuestionnaire(world.portico, name, { ...definition, questions: numbered })
  return unpublishedSpanish(world, name)
}

const glossaryVersion = async ({ adam }: World) => (await adam.call.translations.getGlossary()).version

async function keepTerm(world: World, term: string): Promise<void> {
  await world.adam.call.translations.saveGlossary({ terms: [term], basedOn: await glossaryVersion(world) })
}

/** Changes the subject of the reminder; returns the input that publishes it. */
async function unpublishedEmail(world: World, of: string, subject: string) {
  const { adam } = world
  await keepTerm(world, 'no such term')
  const emails = { name: 'e-mails', language: of }
  const { texts } = await adam.call.translations.getTranslations(emails)
  const found = texts.find(({ key }) => key === 'reminder/subject')
  if (!found) throw new Error('The reminder has no subject')
  const { key, sourceDigest, revision } = found
  const text = { key, sourceDigest, revision, text: `${subject} ${nextNumber()}`, signedOff: false }
  await adam.call.translations.saveTranslations({ ...emails, texts: [text] })
  return { languages: [of] }
}

export const translationCalls: CallRows = {
  'translations.getTranslationList': { sample: () => ({}), foreign: { TRANSLATOR: 'a translator sees their languages alone' } },
  'translations.getTranslations': {
    sample: () => ({ input: about }),
    foreign: theirs((of) => ({ ...about, language: of })),
    failures: { NOT_FOUND: () => asAdam({ ...about, name: 'no_such_questionnaire' }) },
  },
  'translations.saveTranslations': {
    sample: async (world) => ({ input: { ...about, texts: [await textOf(world)] } }),
    foreign: theirs((of) => ({ ...about, language: of, texts: [oneText] })),
    failures: {
      NOT_FOUND: async (world) => asAdam({ ...about, texts: [{ ...(await textOf(world)), key: 'nothing/text' }] }),
      TRANSLATION_CHANGED: async (world) => asAdam({ ...about, texts: [{ ...(await textOf(world)), revision: 99 }] }),
      PLACES_CHANGED: async (world) => asAdam({ ...about, texts: [{ ...(await textOf(world)), text: '${nobody}', signedOff: true }] }),
      TERMS_CHANGED: async (world) => {
        const text = await textOf(world)
        await keepTerm(world, text.text.replace(/ \(\d+\)$/, ''))
        return asAdam({ ...about, texts: [{ ...text, text: 'Something else', signedOff: true }] })
      },
    },
  },
  'translations.getTranslationFile': {
    sample: () => ({ input: { ...about, format: 'xlf' } }),
    foreign: theirs((of) => ({ ...about, language: of, format: 'xlf' })),
    failures: { NOT_FOUND: () => asAdam({ ...about, name: 'no_such_questionnaire', format: 'xlsx' }) },
  },
  'translations.checkTranslationFile': {
    sample: () => ({ input: { ...about, content: xliff() } }),
    foreign: theirs((of) => ({ ...about, language: of, content: xliff(of) })),
    failures: {
      NOT_FOUND: () => asAdam({ ...about, name: 'no_such_questionnaire', content: xliff() }),
      TRANSLATION_FILE_ERROR: () => asAdam({ ...about, content: btoa('no such thing') }),
    },
  },
  'translations.publishTranslations': {
    sample: async (world) => ({ input: await unpublishedSpanish(world) }),
    failures: {
      NOT_FOUND: () => asAdam({ id: missingNumber, languages: ['es'] }),
      TRANSLATION_CHANGED: async (world) => {
        const input = await unpublishedSpanish(world)
        await world.adam.call.questionnaires.publishAgain({ id: input.id })
        return asAdam(input)
      },
      TRANSLATION_UNCHANGED: async (world) => asAdam({ id: await newestId(world), languages: ['ru'] }),
      TRANSLATION_INCOMPLETE: async (world) => {
        await world.adam.call.translations.saveTranslations({ ...about, texts: [await textOf(world)] })
        return asAdam({ id: await newestId(world), languages: [language] })
      },
      PLACES_CHANGED: async (world) => {
        const text = { ...(await textOf(world)), text: '${nobody}' }
        const { texts } = await world.adam.call.translations.getTranslations({ ...about, language: 'vi' })
        const revision = texts.find(({ key }) => key === text.key)?.revision ?? 0
        await world.adam.call.translations.saveTranslations({ ...about, language: 'vi', texts: [{ ...text, revision }] })
        return asAdam({ id: await newestId(world), languages: ['vi'] })
      },
      TERMS_CHANGED: async (world) => {
        const input = await unpublishedSpanish(world)
        const { texts } = await world.adam.call.translations.getTranslations({ ...about, language: 'es' })
        await keepTerm(world, texts[0]?.source ?? '')
        return asAdam(input)
      },
      QUESTION_FILE_ERROR: async (world) => asAdam(await unwritableSpanish(world)),
    },
  },
  'translations.publishEmailTexts': {
    sample: async (world) => ({ input: await unpublishedEmail(world, 'es', 'Recordatorio: {{workshop}}') }),
    failures: {
      TRANSLATION_UNCHANGED: () => asAdam({ languages: ['ru'] }),
      TRANSLATION_CHANGED: async (world) => {
        const input = await unpublishedEmail(world, 'fa', 'یادآوری: {{workshop}}')
        return asAdam({ ...input, seen: { fa: '0'.repeat(64) } })
      },
      INVALID_REQUEST: async (world) => asAdam(await unpublishedEmail(world, 'am', `{{workshop}}${'x'.repeat(3_000)}`)),
      PLACES_CHANGED: async (world) => asAdam(await unpublishedEmail(world, 'vi', 'Nhắc nhở')),
      TERMS_CHANGED: async (world) => {
        const input = await unpublishedEmail(world, 'tl', 'Paalala: {{workshop}}')
        await keepTerm(world, 'Reminder')
        return asAdam(input)
      },
    },
  },
  'translations.getGlossary': { sample: () => ({}) },
  'translations.saveGlossary': {
    sample: async (world) => ({ input: { terms: ['N-400', `Term ${nextNumber()}`], basedOn: await glossaryVersion(world) } }),
    failures: { TRANSLATION_CHANGED: () => asAdam({ terms: [], basedOn: 987 }) },
  },
}
