import { files, openWorkshop } from './support/fixtures.ts'
import { inspect, widths } from './support/inspection.ts'
import { expect, phone, test, unique } from './support/people.ts'
import { UploadPage } from './support/staff-pages.ts'
import { say } from './support/words.ts'
import { workbookOf } from './support/workbook.ts'

test('a draft is shared by link and tried on a phone in Arabic without storing anything, until the link is ended', async ({
  as,
  visit,
}) => {
  const title = unique('draft')
  const admin = await as('adam', { viewport: { width: 1280, height: 900 } })
  await admin.goto('/home/admin/questionnaireupload')
  await new UploadPage(admin).fill({ title, ...files })
  await admin.getByRole('button', { name: 'Preview on a phone, or share' }).click()
  const shared = admin.getByRole('region', { name: 'A link to review the draft' })
  await expect(shared.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  const link = await shared.locator('code').innerText()
  await inspect(admin, 'a shared draft')

  const page = await visit({ ...phone, viewport: { width: 320, height: 640 }, locale: 'ar' })
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') writes.push(new URL(request.url()).pathname)
  })
  const answered = await page.goto(link)
  expect(answered?.headers()['x-robots-tag']).toBe('noindex, nofollow')
  await expect(page.getByText(say('ar', 'questionnaire.preview')).first()).toBeVisible()
  await inspect(page, 'a draft in Arabic', [{ width: 320, height: 640 }])
  await page.getByRole('button', { name: say('ar', 'questionnaire.start') }).click()
  await expect(page.getByRole('textbox').or(page.getByRole('radio')).first()).toBeVisible()
  await inspect(page, 'a question of a draft in Arabic', [{ width: 320, height: 640 }])
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('portico.')))).toEqual([])
  expect(new Set(writes)).toEqual(new Set(['/api/questionnaires/openReview']))

  await admin.getByRole('button', { name: `End the link to ${title}` }).click()
  await expect(admin.getByRole('button', { name: `End the link to ${title}` })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('This link does not work any more.', { exact: false })).toBeVisible()
})

test('a test workshop is labelled, and deleted with its respondents after its name was typed', async ({ as, calls }) => {
  const name = await openWorkshop(calls, { test: true })
  const page = await as('adam', { viewport: { width: 1280, height: 900 } })
  await page.goto('/home/admin/workshops')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByText('Test', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^Delete / }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog.getByText('0 respondents are deleted', { exact: false })).toBeVisible()
  await inspect(page, 'deleting a test workshop')
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await expect(dialog.getByText(`Type ${name} to delete it.`)).toBeVisible()
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await expect(row).toHaveCount(0)
})

const survey = [
  ['type', 'name', 'label::English (en)', 'required'],
  ['text', 'fullName', 'Your name?', 'yes'],
  ['text', 'email', 'Your email?', 'yes'],
  ['select_one yes_no', 'arrested', 'Were you ever arrested?', 'yes'],
]
const choices = [
  ['list_name', 'name', 'label::English (en)'],
  ['yes_no', 'yes', 'Yes'],
  ['yes_no', 'no', 'No'],
]
const rule = 'in: yes,An arrest can matter.,Ask for court papers.'

async function filesWith(ruleOfArrests: string) {
  const metadata = `identifier,red_flag_when,red_flag_reason,red_flag_guidance,contact_role\nfullName,,,,fullName\nemail,,,,email\narrested,${ruleOfArrests},\n`
  return {
    'Question file': {
      name: 'questions.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(await workbookOf({ survey, choices })),
    },
    'Template file': {
      name: 'template.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(await workbookOf({ Answers: [['{{fullName}}', '{{email}}', '{{arrested}}']] })),
    },
    'Field metadata file': { name: 'metadata.csv', mimeType: 'text/csv', buffer: Buffer.from(metadata) },
  }
}

test('an upload shows what is newly red, and its rules are applied to open cases after a preview', async ({ as, calls }) => {
  const title = unique('screening_of_the_citizenship_workshop_program')
  const form = new FormData()
  form.set('title', title)
  const fields = { 'Question file': 'questionFile', 'Template file': 'templateFile', 'Field metadata file': 'fieldMetadataFile' }
  for (const [label, { name, buffer }] of Object.entries(await filesWith(',,')))
    form.set(fields[label as keyof typeof fields], new Blob([new Uint8Array(buffer)]), name)
  await calls.upload('questionnaires/addNewFullQuestionnaire', form)
  const workshopName = await openWorkshop(calls, { questionnaireNames: [title] })
  const answers = { fullName: 'Mai Nguyen', email: `${unique('mai')}@respondents.example`, arrested: 'yes' }
  const { anonymousId } = await calls.data('visitor', 'responses/addNewQuestionnaireResponse', {
    name: title,
    workshopName,
    language: 'en',
    answers,
  })

  const page = await as('adam', { viewport: { width: 1280, height: 900 } })
  const upload = new UploadPage(page)
  await upload.open()
  await upload.fill({ title })
  for (const [label, file] of Object.entries(await filesWith(rule)))
    await upload.field(label).locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Check without publishing' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('Changes from version 1, which is published: 1 changed, 1 newly red').click()
  await expect(preview.getByText('To find out: Ask for court papers.')).toBeVisible()
  await inspect(page, 'a checked upload', [{ width: 390, height: 800 }, widths[1]])
  await upload.submit()
  await expect(page.getByText(`${title}, version 2, is published.`)).toBeVisible()

  await page
    .getByRole('button', { name: `Rules for open cases: ${title}, version 2` })
    .first()
    .click()
  const trial = page.getByRole('region', { name: `New rules for open cases: ${title}` })
  await trial.getByRole('button', { name: /^Who: 1 respondent/ }).click()
  await expect(trial.getByRole('link', { name: anonymousId })).toBeVisible()
  await inspect(page, 'new rules for open cases', [{ width: 390, height: 800 }, widths[1]])
  await trial.getByRole('button', { name: 'Give 1 case the new flags' }).click()
  await page.getByRole('button', { name: 'Give the new flags', exact: true }).click()
  await expect(trial.getByText('1 case got new flags.')).toBeVisible()
  const { history } = await calls.data('adam', 'responses/getRespondentAnswerInfo', { respondent: { anonymousId } })
  expect(history).toMatchObject([{ identifier: 'arrested', flag: 'red', by: 'Adam Abiodun' }])

  // Nothing is left to change, but the rules can still be applied for responses that arrive later.
  await page
    .getByRole('button', { name: `Rules for open cases: ${title}, version 2` })
    .first()
    .click()
  await expect(trial.getByText('change no open case of an earlier version')).toBeVisible()
  await inspect(page, 'new rules that change no open case', [{ width: 390, height: 800 }, widths[1]])
  await trial.getByRole('button', { name: 'Apply the rules of version 2' }).click()
  await page.getByRole('button', { name: 'Apply the rules', exact: true }).click()
  await expect(trial.getByText('0 cases got new flags.')).toBeVisible()
})
