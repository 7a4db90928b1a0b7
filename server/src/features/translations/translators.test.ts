import { beforeEach, expect, it } from 'vitest'
import { buildQuestionnaire } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
const name = 'screening'
await buildQuestionnaire(portico, name)
const [rosa, tara] = [await portico.as('rosa'), await portico.as('tara')]
const taraId = (await tara.rest('getMyProfile', {})).body.id
const textIn = async (language: string) => {
  const { texts } = (await tara.rest('translations/getTranslations', { name, language })).body.data
  const { key, sourceDigest, revision } = texts[0]
  return { key, sourceDigest, revision, text: `Otro ${revision}` }
}
const save = async (language: string, signedOff: boolean) =>
  (await tara.rest('translations/saveTranslations', { name, language, texts: [{ ...(await textIn(language)), signedOff }] })).body

const asInvited = { roles: [], translates: ['es', 'vi', 'ko'], signsOffTranslations: true }
beforeEach(() => rosa.call.admin.updateAccount({ id: taraId, ...asInvited }))

it('a translator sees their languages alone', async () => {
  const { texts } = await rosa.call.translations.getTranslations({ name, language: 'ru' })
  const title = texts
    .filter(({ kind }) => kind === 'title')
    .map(({ key, sourceDigest, revision }) => ({ key, sourceDigest, revision, text: 'Опрос', signedOff: false }))
  await rosa.call.translations.saveTranslations({ name, language: 'ru', texts: title })
  const languagesOf = async (who: typeof tara) =>
    (await who.call.translations.getTranslationList())[0]?.languages.map(({ language }) => language)
  expect(await languagesOf(tara)).toEqual(['es', 'vi'])
  expect(await languagesOf(rosa)).toEqual(['es', 'vi', 'ru'])
  expect((await tara.rest('getMyProfile', {})).body).toMatchObject({ roles: [], translates: ['es', 'vi', 'ko'] })
})

it('a translator loses languages and sign-off on the next request after an admin revokes them', async () => {
  expect(await save('es', true)).toMatchObject({ data: { texts: [{ state: 'signed-off', signedOffBy: 'Tara Tran' }] } })
  await rosa.call.admin.updateAccount({ id: taraId, signsOffTranslations: false, translates: ['es'] })
  expect(await save('es', true)).toMatchObject({ success: false, error_id: 'FORBIDDEN' })
  expect(await save('es', false)).toMatchObject({ data: { texts: [{ state: 'draft', signedOffBy: null }] } })
  expect((await tara.rest('translations/getTranslations', { name, language: 'vi' })).body.error_id).toBe('NOT_FOUND')
  const nothing = await rosa.rest('admin/updateAccount', { id: taraId, translates: [] })
  expect(nothing.body.error_id).toBe('INVALID_REQUEST')
  await rosa.call.admin.updateAccount({ id: taraId, roles: ['VOLUNTEERV1'], translates: [] })
  expect((await tara.rest('translations/getTranslationList', {})).status).toBe(403)
})

it('publishing is refused if a translator changed a text after the admin saw it', async () => {
  const digestOf = async (source: string) =>
    (await rosa.call.translations.getTranslationList())
      .find((one) => one.name === source)
      ?.languages.find(({ language }) => language === 'vi')?.digest ?? ''
  const write = async (source: string, key: string, text: string) => {
    const about = { name: source, language: 'vi' }
    const { texts } = await rosa.call.translations.getTranslations(about)
    const { sourceDigest = '', revision = 0 } = texts.find((one) => one.key === key) ?? {}
    await rosa.call.translations.saveTranslations({ ...about, texts: [{ key, text, sourceDigest, revision, signedOff: false }] })
  }
  const { id } = await rosa.call.translations.getTranslations({ name, language: 'vi' })
  for (const [source, key, call, which] of [
    [name, 'title', 'translations/publishTranslations', { id }],
    ['e-mails', 'reminder/lead', 'translations/publishEmailTexts', {}],
  ] as const) {
    await write(source, key, 'Một')
    const seen = { vi: await digestOf(source) }
    await write(source, key, 'Hai')
    const publish = async (shown: object) => (await rosa.rest(call, { ...which, languages: ['vi'], seen: shown })).body
    expect(await publish(seen)).toMatchObject({ success: false, error_id: 'TRANSLATION_CHANGED' })
    expect(await publish({ vi: await digestOf(source) })).toMatchObject({ success: true })
  }
})

it('publishing e-mails refuses an invalid text, however it was written', async () => {
  const about = { name: 'e-mails', language: 'ko' }
  const { texts } = await rosa.call.translations.getTranslations(about)
  const { key = '', sourceDigest = '', revision = 0 } = texts.find((one) => one.key === 'invitation/short') ?? {}
  const text = `{{workshop}} ${'x'.repeat(400)}`
  await rosa.call.translations.saveTranslations({ ...about, texts: [{ key, text, sourceDigest, revision, signedOff: false }] })
  const { body } = await rosa.rest('translations/publishEmailTexts', { languages: ['ko'] })
  expect(body).toMatchObject({ error_id: 'INVALID_REQUEST', message: 'Invitation, Text message: Write at most 300 characters.' })
})
