import { expect, it } from 'vitest'
import es from '@portico/shared/locales/es.json' with { type: 'json' }
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()
const adam = await portico.as('adam')
const textOf = async (name: string, key: string, language = 'es') => {
  const { texts } = await adam.call.translations.getTranslations({ name, language })
  return texts.find((text) => text.key === key)
}
const save = async (name: string, key: string, text: string, { signedOff = true, language = 'es' } = {}) => {
  const { sourceDigest = '', revision = 0 } = (await textOf(name, key, language)) ?? {}
  const input = { name, language, texts: [{ key, text, sourceDigest, revision, signedOff }] }
  return (await adam.rest('translations/saveTranslations', input)).body
}

it('e-mail texts are published from the workbench, and become stale when their English changes', async () => {
  await save('e-mails', 'reminder/lead', 'Recuerde su taller.')
  expect((await adam.call.messages.getTemplate({ kind: 'reminder', language: 'es' })).texts['lead']).not.toContain('Recuerde')
  expect(await adam.call.translations.publishEmailTexts({ languages: ['es'] })).toEqual({ published: 1 })
  const { texts, version } = await adam.call.messages.getTemplate({ kind: 'reminder', language: 'es' })
  expect([texts['lead'], version]).toEqual(['Recuerde su taller.', 1])
  expect(await textOf('e-mails', 'reminder/lead')).toMatchObject({ state: 'signed-off', stale: false })
  expect(await textOf('e-mails', 'reminder/lead', 'vi')).toMatchObject({ state: 'published', stale: false })
  const english = { ...(await adam.call.messages.getTemplate({ kind: 'reminder', language: 'en' })).texts, lead: 'Do come.' }
  await adam.call.messages.saveTemplate({ kind: 'reminder', language: 'en', texts: english, basedOn: 0 })
  for (const language of ['es', 'vi'] as const)
    expect(await textOf('e-mails', 'reminder/lead', language)).toMatchObject({ source: 'Do come.', stale: true })
  expect(await textOf('e-mails', 'invitation/welcome')).toMatchObject({ stale: false })
})

it('the locale file for the next release is the shipped one with only signed-off texts replaced', async () => {
  const file = async () =>
    JSON.parse(
      (await adam.rest('translations/getTranslationFile', { name: 'interface-texts', language: 'es', format: 'json' })).body.toString(),
    )
  expect(await file()).toEqual(es)
  await save('interface-texts', 'nav.home', 'Portada')
  await save('interface-texts', 'nav.events', 'Un borrador', { signedOff: false })
  const changed = await file()
  expect(changed).toEqual({ ...es, nav: { ...es.nav, home: 'Portada' } })
  expect(JSON.stringify(changed, null, 2)).toContain('"home": "Portada"')
  expect((await save('interface-texts', 'nav.menu', '<b>Menú</b>')).error_id).toBe('PLACES_CHANGED')
})

it('interface texts have the plural forms of their language, and exclude the texts of e-mail templates', async () => {
  const { texts } = await adam.call.translations.getTranslations({ name: 'interface-texts', language: 'ar' })
  const keys = texts.map(({ key }) => key)
  expect(keys.filter((key) => key.startsWith('errors.summary_')).toSorted()).toEqual(
    ['few', 'many', 'one', 'other', 'two', 'zero'].map((form) => `errors.summary_${form}`),
  )
  expect(texts.filter(({ text }) => text === '')).toEqual([])
  expect(keys).not.toContain('mail.reminder.lead')
})

it('a text that lacks a glossary term of its source can be saved but not signed off', async () => {
  const [first, second] = [await adam.call.translations.getGlossary(), await adam.call.translations.getGlossary()]
  await adam.call.translations.saveGlossary({ terms: ['Portico'], basedOn: first.version })
  expect((await adam.rest('translations/saveGlossary', { terms: [], basedOn: second.version })).body.error_id).toBe('TRANSLATION_CHANGED')
  const [key, language] = ['errors.network', 'pt']
  expect((await save('interface-texts', key, 'Não há rede.', { language })).error_id).toBe('TERMS_CHANGED')
  expect(await save('interface-texts', key, 'Não há rede.', { language, signedOff: false })).toMatchObject({ success: true })
  expect(await save('interface-texts', key, 'O Portico não responde.', { language })).toMatchObject({ success: true })
})
