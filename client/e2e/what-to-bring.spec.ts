import { greenAnswers } from './support/answers.ts'
import { Answering, storeDraft } from './support/answering.ts'
import { openWorkshop, sampleQuestionnaire } from './support/fixtures.ts'
import { inspect } from './support/inspection.ts'
import { expect, phones, test } from './support/people.ts'
import { say } from './support/words.ts'

const own = { en: 'two photos, 2 by 2 inches', ar: 'صورتان، مقاس 2 في 2 بوصة' }
const title = { en: 'Spring workshop', ar: 'ورشة الربيع' }

for (const { phone, width, language, tag } of phones) {
  const words = language === 'ar' ? 'ar' : 'en'

  test(
    `the receipt lists what to bring, on screen and on one printed page, at ${width} px in ${language}`,
    { tag },
    async ({ visit, calls }) => {
      const bring = { standard: ['greenCard', 'papers'], own: [{ text: own.en, translations: { ar: own.ar } }] }
      const workshop = await openWorkshop(calls, { title: title.en, titles: { ar: title.ar }, bring })
      const input = { name: sampleQuestionnaire, languageCode: 'en' }
      const { id, questions } = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', input)
      const page = await visit(phone)
      await page.goto('/about')
      await storeDraft(page, { name: sampleQuestionnaire, questionnaireId: id, answers: greenAnswers, place: 'review' })
      await page.goto(`/workshops/${workshop}/questionnaire/${sampleQuestionnaire}`)
      const answering = new Answering(page, questions, language)
      await answering.send()
      const number = await answering.number()
      const things = page.locator('.prose ul > li')
      await expect(things).toHaveText([
        say(language, 'sent.bringNumber'),
        say(language, 'mail.invitation.bringGreenCard'),
        say(language, 'mail.invitation.bringPapers'),
        own[words],
      ])
      await inspect(page, `the receipt in ${language}`, [phone.viewport])
      await page.emulateMedia({ media: 'print' })
      await expect(things.last()).toBeVisible()
      await expect(page.getByRole('link', { name: say(language, 'status.title') })).toBeHidden()
      const pages = (await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
      expect(pages).toHaveLength(1)
      await page.emulateMedia({ media: 'screen' })
      await page.getByRole('link', { name: say(language, 'status.title') }).click()
      await expect(page.getByRole('textbox', { name: say(language, 'mail.invitation.number') })).toHaveValue(number)
      await page.goto('/events')
      await expect(page.getByRole('heading', { name: title[words] }).first()).toBeVisible()
    },
  )
}

test('an admin translates the checklist and the title of a workshop', async ({ as, calls }) => {
  const name = await openWorkshop(calls, { registrationOpen: false })
  const page = await as('adam', { viewport: { width: 390, height: 844 } })
  await page.goto(`/home/admin/workshops?workshop=${name}`)
  await page.getByRole('checkbox', { name: 'the dates of your trips outside the United States' }).uncheck()
  await page.getByRole('textbox', { name: /^Other things to bring/ }).fill(`${own.en}\na pen`)
  await page.getByRole('combobox', { name: /^Add a language/ }).selectOption('ar')
  const arabic = page.getByRole('group', { name: 'Arabic' })
  await arabic.getByRole('textbox', { name: /^Title/ }).fill(title.ar)
  await arabic.getByRole('textbox', { name: /^Other things/ }).fill(own.ar)
  await inspect(page, 'the form of a workshop')
  await page.getByRole('button', { name: 'Save workshop' }).click()
  await expect(page.getByText('Write as many lines as in English: 2, not 1').first()).toBeVisible()
  await arabic.getByRole('textbox', { name: /^Other things/ }).fill(`${own.ar}\nقلم`)
  await page.getByRole('button', { name: 'Save workshop' }).click()
  await expect(page.getByText(/is saved\.$/)).toBeVisible()
  expect(await calls.data('adam', 'workshops/getWorkshop', { name })).toMatchObject({
    titles: { ar: title.ar },
    bring: {
      standard: ['greenCard', 'photoId', 'history', 'papers'],
      own: [
        { text: own.en, translations: { ar: own.ar } },
        { text: 'a pen', translations: { ar: 'قلم' } },
      ],
    },
  })
})
