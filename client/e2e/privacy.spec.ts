import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { twoReds } from './support/answers.ts'
import { answer, openWorkshop } from './support/fixtures.ts'
import { inspect } from './support/inspection.ts'
import { emailsTo } from './support/outbox.ts'
import { dataDir, expect, phones, test, unique } from './support/people.ts'
import { say } from './support/words.ts'

/** Returns the path of the newest data link of this kind sent to this address. */
async function linkTo(address: string, kind: string): Promise<string> {
  let link = ''
  await expect
    .poll(
      async () =>
        (link = (await emailsTo(dataDir(), address))
          .map(({ text }) => new RegExp(`/yourData#${kind}=[\\w-]+`).exec(text)?.[0] ?? '')
          .join('')),
      { timeout: 20_000 },
    )
    .not.toBe('')
  return link
}

for (const { phone, width, language, tag } of phones)
  test(`a person sees, corrects, stops and deletes their data, at ${width} px in ${language}`, { tag }, async ({ visit, calls }) => {
    const email = `${unique('person')}@respondents.example`
    const number = await answer(calls, await openWorkshop(calls), { email, fullName: 'Mai Nguyen', contactLanguage: language }, 'en')
    const page: Page = await visit(phone)
    const at = [phone.viewport]
    const press = (key: string) => page.getByRole('button', { name: say(language, key), exact: true }).click()
    await page.goto('/privacyPolicy')
    await page.getByRole('link', { name: say(language, 'privacy.ask.online') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, 'yourData.title'))
    await inspect(page, `asking in ${language}`, at)
    await page.getByText(say(language, 'yourData.see'), { exact: true }).click()
    await page.getByRole('textbox', { name: say(language, 'mail.invitation.number') }).fill(number)
    await page.getByText(say(language, 'status.email'), { exact: true }).click()
    await page.getByRole('textbox', { name: say(language, 'status.email') }).fill(email)
    await press('yourData.send')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, 'yourData.sentTitle'))
    await inspect(page, `sent in ${language}`, at)

    await page.goto(await linkTo(email, 'see'))
    await press('yourData.open')
    await expect(page.getByText('Mai Nguyen').first()).toBeVisible()
    await expect(page).not.toHaveURL(/#/)
    await inspect(page, `one’s data in ${language}`, at)
    const [download] = await Promise.all([page.waitForEvent('download'), press('yourData.save')])
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
      anonymousId: number,
      contact: { fullName: 'Mai Nguyen', email },
    })

    await page.getByRole('textbox', { name: say(language, 'yourData.correct') }).fill('My name is Mai Nguyễn.')
    await press('yourData.correctSend')
    await expect(page.getByText(say(language, 'yourData.corrected'))).toBeVisible()
    await press('yourData.stop')
    await expect(page.getByText(say(language, 'yourData.stoppedNote'))).toBeVisible()
    expect((await calls.data('adam', 'responses/getAllResponses', { filter: { query: number } })).items).toEqual([])
    await press('yourData.resume')
    await expect(page.getByText(say(language, 'yourData.stoppedNote'))).toHaveCount(0)
    expect((await calls.data('adam', 'responses/getAllResponses', { filter: { query: number } })).items).toHaveLength(1)
    await press('yourData.delete')
    await inspect(page, `before deleting in ${language}`, at)
    await press('yourData.deleteYes')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, 'yourData.deleted'))
    expect((await calls.data('adam', 'responses/getAllResponses', { filter: { query: number } })).items).toEqual([])
    expect(
      await page.evaluate(() => [localStorage, sessionStorage].flatMap((storage) => Object.values<string>(storage)).join(' ')),
    ).not.toContain(number)
  })

test('personal data is removed from a page that enters the back/forward cache', async ({ visit, calls }) => {
  const email = `${unique('person')}@respondents.example`
  const anonymousId = await answer(calls, await openWorkshop(calls), { email, fullName: 'Mai Nguyen' })
  await calls.data('visitor', 'privacy/sendLink', { respondent: { anonymousId }, contact: email, kind: 'see' })
  const page = await visit()
  await page.goto(await linkTo(email, 'see'))
  await page.getByRole('button', { name: say('en', 'yourData.open'), exact: true }).click()
  await expect(page.getByText('Mai Nguyen').first()).toBeVisible()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect(page.getByRole('textbox', { name: say('en', 'mail.invitation.number') })).toHaveValue('')
  await expect(page.getByText('Mai Nguyen')).toHaveCount(0)
})

test('an admin records a request made by telephone, sees its deadline and completes it', async ({ as, calls }) => {
  const number = await answer(calls, await openWorkshop(calls), { email: `${unique('person')}@respondents.example`, fullName: 'Linh Pham' })
  const page = await as('adam', { viewport: { width: 1280, height: 860 } })
  await page.goto('/home/admin/accounts')
  await page.getByRole('link', { name: 'Privacy requests' }).click()
  await page.getByRole('button', { name: 'Note a request' }).click()
  await page.getByRole('textbox', { name: 'Personal number' }).fill(number)
  await page.getByRole('radio', { name: 'Delete everything' }).check()
  await inspect(page, 'noting a privacy request')
  await page.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Linh Pham' })
  await expect(row.getByText('30 days')).toBeVisible()
  for (const size of [390, 768, 1280]) await inspect(page, 'privacy requests', [{ width: size, height: 800 }])
  await row.getByRole('button', { name: `Complete: ${number}` }).click()
  await inspect(page, 'completing a privacy request')
  await page.getByRole('button', { name: 'Delete everything', exact: true }).click()
  await expect(row).toHaveCount(0)
  expect((await calls.data('adam', 'responses/getAllResponses', { filter: { query: number } })).items).toEqual([])
})

test('an admin sees that an agency changed the contact data of a person, and confirms it', async ({ as, calls }) => {
  const [email, changed] = [`${unique('person')}@respondents.example`, `${unique('person')}@respondents.example`]
  const given = { ...twoReds, email, fullName: 'Dario Lopez', contactLanguage: 'es' }
  const respondent = { anonymousId: await answer(calls, await openWorkshop(calls), given) }
  await calls.data('ana', 'corrections/correctAnswers', { respondent, answers: { email: changed }, reason: 'He called.', version: 0 })
  await calls.data('adam', 'privacy/recordRequest', { respondent, kind: 'correct' })
  const page = await as('adam', { viewport: { width: 1280, height: 860 } })
  await page.goto('/home/admin/privacy-requests')
  const row = page.getByRole('row').filter({ hasText: respondent.anonymousId })
  await expect(row.getByText('An agency changed this contact data on')).toBeVisible()
  for (const size of [390, 1280]) await inspect(page, 'unconfirmed contact data', [{ width: size, height: 800 }])
  await row.getByRole('button', { name: `Complete: ${respondent.anonymousId}` }).click()
  await page.getByRole('checkbox', { name: 'They confirmed this address and number' }).check()
  await inspect(page, 'confirming contact data')
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(row).toHaveCount(0)
  await calls.data('visitor', 'privacy/sendLink', { respondent, contact: changed, kind: 'see' })
  expect(await linkTo(changed, 'see')).not.toBe('')
})
