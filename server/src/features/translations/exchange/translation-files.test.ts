import { expect, it } from 'vitest'
import type { TranslationText } from '@portico/shared/contract/translations'
import { buildQuestionnaire } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { xlsx } from '../../../../test/uploads/build-files.ts'
import { readTranslationFile } from './read-translation-file.ts'
import { writeTranslationWorkbook, writeXliff } from './write-translation-file.ts'

const language = 'ar'
const text = (key: string, source: string, translation: string): TranslationText => ({
  key,
  kind: 'text',
  source,
  sourceDigest: '',
  text: translation,
  published: '',
  state: 'draft',
  stale: false,
  revision: 1,
  writtenBy: null,
  writtenAt: null,
  signedOffBy: null,
  signedOffAt: null,
})
const texts = [
  text('a/choice/yes & "no"', 'Tom & <b>${name}</b> &amp;', 'نعم ${name} & <b>'),
  text('b/text', '=1+1\nnext line', '=2+2\nالسطر التالي'),
  text('c/text', 'Nothing yet', ''),
]
const file = { name: 'screening', mainLanguage: 'en', language, texts }
const bytesOf = (content: string) => new TextEncoder().encode(content)
const xliff = (inner: string, attributes = 'version="2.0" srcLang="en" trgLang="ar"') =>
  bytesOf(`<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" ${attributes}><file id="f">${inner}</file></xliff>`)

it.each([
  ['a workbook', writeTranslationWorkbook],
  ['XLIFF', writeXliff],
])('a translation file written as %s is read back unchanged', async (_what, write) => {
  const read = await readTranslationFile({ language, bytes: await write(file) })
  expect(read).toEqual({ rows: texts.map(({ key, source, text: translation }) => ({ key, source, text: translation })) })
})

it('readTranslationFile reads no candidates of a translation memory', async () => {
  const candidate = '<source>I am sure</source><target>متأكد</target>'
  const unit = `<unit id="a.text" xmlns:m="urn:oasis:names:tc:xliff:matches:2.0"><m:matches><m:match ref="#s">${candidate}</m:match></m:matches>
    <segment><source>I am not sure</source></segment></unit>`
  expect(await readTranslationFile({ language, bytes: xliff(unit) })).toEqual({
    rows: [{ key: 'a.text', source: 'I am not sure', text: '' }],
  })
})

it('readTranslationFile takes the same translation twice for one', async () => {
  const unit = '<unit id="a"><segment><source>A</source><target>Uno</target></segment></unit>'
  expect(await readTranslationFile({ language, bytes: xliff(unit + unit) })).toHaveProperty('rows')
})

it('readTranslationFile accepts units identified by id, and joins segments', async () => {
  const segments = ['One.', ' Two.'].map((part) => `<segment><source>${part}</source><target>${part}<ph id="1"/></target></segment>`)
  expect(await readTranslationFile({ language, bytes: xliff(`<unit id="a.text">${segments.join('')}</unit>`) })).toEqual({
    rows: [{ key: 'a.text', source: 'One. Two.', text: 'One. Two.' }],
  })
})

it.each([
  [
    'half of which is translated',
    '<segment><source>One.</source><target>Uno.</target></segment><segment><source>Two.</source></segment>',
    '',
  ],
  [
    'with a space between its segments',
    '<segment><source>One.</source><target>Uno.</target></segment><ignorable><source> </source></ignorable><segment><source>Two.</source><target>Dos.</target></segment>',
    'Uno. Dos.',
  ],
])('readTranslationFile takes a unit %s as a whole', async (_what, segments, expected) => {
  expect(await readTranslationFile({ language, bytes: xliff(`<unit id="a.text">${segments}</unit>`) })).toMatchObject({
    rows: [{ key: 'a.text', text: expected }],
  })
})

it.each([
  ['another language', xliff('', 'version="2.0" srcLang="en" trgLang="es"'), 'its trgLang is not ar'],
  ['XLIFF 1.2', xliff('', 'version="1.2"'), 'it is neither .xlsx nor XLIFF 2'],
  ['another kind of file', bytesOf('key,text'), 'it is damaged'],
  ['XML entities', bytesOf(`<!DOCTYPE x [<!ENTITY a "b">]><xliff version="2.0" trgLang="ar">&a;</xliff>`), 'it declares a document type'],
  ['deep nesting', xliff('<group>'.repeat(200)), 'it is nested too deeply'],
  [
    'a text that is too long',
    xliff(`<unit id="a"><segment><target>${'x'.repeat(4_001)}</target></segment></unit>`),
    'a translation has more than 4,000 characters',
  ],
  [
    'two translations of one text',
    xliff(['Uno', 'Dos'].map((target) => `<unit id="a"><segment><source>A</source><target>${target}</target></segment></unit>`).join('')),
    'it has two translations of “a”',
  ],
  [
    'a workbook with two columns of translations',
    await xlsx({
      translations: [
        ['Key', 'Source', 'Translation (ar)', 'Translation (ar)'],
        ['a/text', 'A', 'أ', 'ب'],
      ],
    }),
    'its first sheet has more than one column “Translation (ar)”',
  ],
  [
    'a workbook of another language',
    await writeTranslationWorkbook({ ...file, language: 'es' }),
    'its first sheet has no column “Translation (ar)”',
  ],
])('readTranslationFile refuses %s', async (_what, bytes, reason) => {
  expect(await readTranslationFile({ language, bytes })).toEqual({ reason })
})

it('checkTranslationFile returns the changes without saving them', async () => {
  const portico = await openPortico()
  const adam = await portico.as('adam')
  const name = 'screening'
  await buildQuestionnaire(portico, name)
  const about = { name, language: 'es' }
  const { texts: before } = await adam.call.translations.getTranslations(about)
  const download = await adam.rest('translations/getTranslationFile', { ...about, format: 'xlf' })
  expect(download.headers['content-disposition']).toContain('screening-1-es.xlf')
  const [first, second, third] = before
  if (!first || !second || !third) throw new Error('The questionnaire has too few texts')
  const changed = before.map((one) => {
    if (one === first) return { ...one, text: 'Otra cosa' }
    return one === second ? { ...one, source: 'Another source', text: '${nadie}' } : one
  })
  const bytes = writeXliff({ name, mainLanguage: 'en', language: 'es', texts: [...changed, { ...third, key: 'former/text' }] })
  const answer = await adam.rest('translations/checkTranslationFile', { ...about, content: Buffer.from(bytes).toString('base64') })
  expect(answer.body.data).toMatchObject({
    changes: [
      { key: first.key, current: first.text, text: 'Otra cosa', isStale: false, keepsPlaces: true },
      { key: second.key, text: '${nadie}', isStale: true, keepsPlaces: false },
    ],
    unchanged: before.length - 2,
    unknownKeys: ['former/text'],
  })
  expect((await adam.call.translations.getTranslations(about)).texts).toEqual(before)
  const foreign = await adam.rest('translations/checkTranslationFile', { name: 'unknown', language: 'es', content: 'bm8gd29ya2Jvb2s=' })
  expect(foreign.body.error_id, 'rights are checked before the file').toBe('NOT_FOUND')
  const saved = answer.body.data.changes.map(({ key, text: translation, revision, sourceDigest }: TranslationText) => ({
    key,
    text: translation,
    revision,
    sourceDigest,
    signedOff: false,
  }))
  const { texts: after } = await adam.call.translations.saveTranslations({ ...about, texts: saved })
  expect(after.map(({ state, stale }) => [state, stale])).toEqual([
    ['draft', false],
    ['draft', true],
  ])
})
