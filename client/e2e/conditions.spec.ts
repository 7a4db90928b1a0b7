import type { Page } from '@playwright/test'
import type { Calls } from './support/calls.ts'
import { answer, files, openWorkshop, publishQuestionnaire } from './support/fixtures.ts'
import { inspect } from './support/inspection.ts'
import { expect, phone, test, unique } from './support/people.ts'
import { say } from './support/words.ts'
import { workbookOf } from './support/workbook.ts'

// No browser breaks it by itself.
const address = 'https://example.org/green-card/green-card-processes-and-procedures'
const survey = [
  ['type', 'name', 'label::English (en)', 'label::Arabic (ar)', 'required', 'relevant', 'calculation', 'default'],
  ['text', 'fullName', 'Your name', 'اسمك', 'yes'],
  ['text', 'email', 'Your email', 'بريدك الإلكتروني', 'yes'],
  ['select_one yes_no', 'arrested', 'Have you *ever* been arrested?', `هل سبق أن اعتُقلت *ولو مرة*؟ ${address}`, 'yes'],
  [
    'note',
    'calm',
    '**Take your time.**\nNobody but the lawyers will read it.',
    '**خذ وقتك.**\nلن يقرأه أحد غير المحامين.',
    null,
    "${arrested} = 'yes'",
  ],
  ['integer', 'times', 'How often?', 'كم مرة؟', 'yes', "${arrested} = 'yes'"],
  ['text', 'end', 'Anything else?', 'هل من شيء آخر؟', 'no'],
]
const severalKinds = [
  ['type', 'name', 'label::English (en)', 'label::Arabic (ar)', 'required', 'relevant', 'calculation', 'default', 'choice_filter'],
  ['text', 'fullName', 'Your name', 'اسمك', 'yes'],
  ['text', 'email', 'Your email', 'بريدك الإلكتروني', 'yes'],
  ['select_one states', 'state', 'Where do you live?', 'أين تعيشون؟', 'yes'],
  [
    'select_one counties',
    'county',
    'Where in ${state}, ${fullName}?',
    'أين في ${state} يا ${fullName}؟',
    'yes',
    null,
    null,
    null,
    'state = ${state}',
  ],
  ['select_multiple papers or_other', 'has', 'Which papers do you have?', 'ما الأوراق التي لديك؟', 'yes'],
  ['time', 'at', 'When may we call?', 'متى يمكننا الاتصال؟', 'yes'],
  ['integer', 'trips', 'How many trips?', 'كم رحلة؟', 'yes', null, null, '3'],
  ['calculate', 'weeks', 'Weeks away', null, null, null, '${trips} * 2'],
  ['text', 'why', 'Why so many?', 'لماذا هذا العدد؟', 'yes', '${weeks} > 5'],
  ['acknowledge', 'true', 'Everything is true.', 'كل شيء صحيح.'],
]
const choices = [
  ['list_name', 'name', 'label::English (en)', 'label::Arabic (ar)', 'state'],
  ['states', 'ca', 'California', 'كاليفورنيا'],
  ['states', 'or', 'Oregon', 'أوريغون'],
  ['counties', 'kern', 'Kern', 'كيرن', 'ca'],
  ['counties', 'napa', 'Napa', 'نابا', 'ca'],
  ['counties', 'lane', 'Lane', 'لين', 'or'],
  ['yes_no', 'yes', 'Yes', 'نعم'],
  ['yes_no', 'no', 'No', 'لا'],
  ['papers', 'card', 'Green card', 'البطاقة الخضراء'],
  ['papers', 'passport', 'Passport', 'جواز السفر'],
]

/** Publishes a questionnaire with these rows, opens a workshop with it, and returns the path of its first page. */
async function publish(calls: Calls, survey: readonly (readonly (string | null)[])[]): Promise<string> {
  const name = unique('questionnaire')
  const form = new FormData()
  form.set('title', name)
  form.set('questionFile', new Blob([await workbookOf({ survey, choices })]), 'questions.xlsx')
  form.set('templateFile', new Blob([await workbookOf({ Answers: [['{{fullName}}', '{{email}}']] })]), 'template.xlsx')
  const metadata = 'identifier,contact_role\nfullName,fullName\nemail,email\n'
  form.set('fieldMetadataFile', new Blob([metadata]), 'metadata.csv')
  await calls.upload('questionnaires/addNewFullQuestionnaire', form)
  return `/workshops/${await openWorkshop(calls, { questionnaireNames: [name] })}/questionnaire/${name}`
}

async function fits(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

test('a question is asked, below its note, only if its condition holds', async ({ visit, calls }) => {
  const page = await visit({ ...phone, viewport: { width: 320, height: 640 }, locale: 'ar-EG' })
  await page.goto(await publish(calls, survey))
  const press = (key: Parameters<typeof say>[1]) => page.getByRole('button', { name: say('ar', key), exact: true }).click()
  await press('questionnaire.start')
  await page.getByRole('textbox').fill('Mai Nguyen')
  await press('questionnaire.goOn')
  await page.getByRole('textbox').fill('mai@example.org')
  await press('questionnaire.goOn')
  await expect(page.locator('em', { hasText: 'ولو مرة' })).toBeVisible()
  await fits(page, 320)
  await page.getByRole('radio', { name: 'لا', exact: true }).check()
  await press('questionnaire.goOn')
  await expect(page.getByRole('heading', { name: /هل من شيء آخر/ })).toBeVisible()
  await press('questionnaire.back')
  await page.getByRole('radio', { name: 'نعم', exact: true }).check()
  await press('questionnaire.goOn')
  await expect(page.getByText('خذ وقتك.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /كم مرة/ })).toBeVisible()
  await fits(page, 320)
  await page.getByRole('textbox').fill('2')
  await press('questionnaire.goOn')
  await press('questionnaire.goOn')
  await expect(page.getByRole('heading', { level: 1, name: say('ar', 'questionnaire.review.title') })).toBeVisible()
  await expect(page.getByText(/كم مرة/)).toBeVisible()
  await fits(page, 320)
})

test('multiple choice, time, default, calculated and acknowledgement questions are answered and sent', async ({ visit, calls }) => {
  const page = await visit({ ...phone, viewport: { width: 320, height: 640 }, locale: 'ar-EG' })
  await page.goto(await publish(calls, severalKinds))
  const press = (key: Parameters<typeof say>[1]) => page.getByRole('button', { name: say('ar', key), exact: true }).click()
  await press('questionnaire.start')
  await page.getByRole('textbox').fill('Mai *Nguyen*')
  await press('questionnaire.goOn')
  await page.getByRole('textbox').fill('mai@example.org')
  await press('questionnaire.goOn')
  await page.getByRole('radio', { name: 'كاليفورنيا' }).check()
  await press('questionnaire.goOn')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('أين في \u2068كاليفورنيا\u2069 يا \u2068Mai *Nguyen*\u2069؟')
  await expect(page.getByRole('radio', { name: 'لين' })).toHaveCount(0)
  await page.getByRole('radio', { name: 'كيرن' }).check()
  await fits(page, 320)
  await press('questionnaire.goOn')
  await press('questionnaire.goOn')
  await expect(page.getByText(say('ar', 'faults.required')).first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'جواز السفر' }).check()
  await page.getByRole('checkbox', { name: 'البطاقة الخضراء' }).check()
  await page.getByRole('checkbox', { name: say('ar', 'questionnaire.otherChoice') }).check()
  await fits(page, 320)
  await inspect(page, 'several choices')
  await page.setViewportSize({ width: 320, height: 640 })
  await press('questionnaire.goOn')
  await page.getByRole('textbox').fill('وثيقة')
  await press('questionnaire.goOn')
  await page.getByLabel(/متى يمكننا/).fill('14:30')
  await fits(page, 320)
  await press('questionnaire.goOn')
  await expect(page.getByRole('textbox')).toHaveValue('3')
  await press('questionnaire.goOn')
  await expect(page.getByRole('heading', { name: /لماذا/ })).toBeVisible()
  await page.getByRole('textbox').fill('العمل')
  await press('questionnaire.goOn')
  await page.getByRole('checkbox', { name: say('ar', 'questionnaire.acknowledged') }).check()
  await fits(page, 320)
  await inspect(page, 'a promise')
  await page.setViewportSize({ width: 320, height: 640 })
  await press('questionnaire.goOn')
  await expect(page.getByRole('heading', { level: 1, name: say('ar', 'questionnaire.review.title') })).toBeVisible()
  for (const shown of ['البطاقة الخضراء', 'جواز السفر', '2:30', say('ar', 'questionnaire.acknowledged')])
    await expect(page.getByText(shown).first()).toBeVisible()
  await expect(page.getByText('Weeks away')).toBeHidden()
  await fits(page, 320)
  await press('questionnaire.send.action')
  await expect(page.getByText(say('ar', 'sent.title')).first()).toBeVisible()
})

test('an admin compares two versions and publishes the first one again', async ({ as, calls }) => {
  const name = await publishQuestionnaire(calls)
  await publishQuestionnaire(calls, name)
  const page = await as('adam', { viewport: { width: 390, height: 844 } })
  await page.goto('/home/admin/questionnaireupload')
  await page.getByRole('button', { name: `Compare ${name}, version 2` }).click()
  await expect(page.getByText('Both say the same.')).toBeVisible()
  await page.getByLabel('Compare with').selectOption({ label: 'citizenship_screening, version 1' })
  await fits(page, 390)
  await page.getByRole('button', { name: `Publish again: ${name}, version 1` }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('button', { name: `Compare ${name}, version 3` })).toBeVisible()
})

test('an admin previews who would turn red under new rules before publishing them', async ({ as, calls }) => {
  const name = await publishQuestionnaire(calls)
  const workshopName = await openWorkshop(calls, { questionnaireNames: [name] })
  const anonymousId = await answer(calls, workshopName, {}, 'es', { name })
  const page = await as('adam', { viewport: { width: 390, height: 844 } })
  await page.goto('/home/admin/questionnaireupload')
  await page.getByLabel('Title').fill(name)
  const file = page.locator('input[type=file]')
  await file.nth(0).setInputFiles(files.questionFile)
  await file.nth(1).setInputFiles(files.templateFile)
  const metadata = 'identifier,red_flag_when,red_flag_reason,contact_role\nfullName,answered,Everyone.,fullName\nemail,,,email\n'
  await file.nth(2).setInputFiles({ name: 'm.csv', mimeType: 'text/csv', buffer: Buffer.from(metadata) })
  await page.getByRole('button', { name: 'Try the rules on past answers' }).click()
  await page.getByRole('button', { name: 'Who: 1 respondent: green would have been red' }).click()
  await expect(page.getByRole('link', { name: anonymousId })).toBeVisible()
  await fits(page, 390)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(page.getByRole('button', { name: `Compare ${name}, version 2` })).toHaveCount(0)
})
