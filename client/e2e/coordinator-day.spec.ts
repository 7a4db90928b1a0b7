import type { Locator } from '@playwright/test'
import { twoReds } from './support/answers.ts'
import { agencies } from './support/calls.ts'
import { answer, files, createStaff, inDays } from './support/fixtures.ts'
import { emailsTo } from './support/outbox.ts'
import { dataDir, expect, test, unique } from './support/people.ts'
import { readSheet } from './support/workbook.ts'

/** Counts a coordinator's actions. Choosing from a list and choosing a file are two clicks each: open and choose. */
class ClickCounter {
  clicks = 0
  fields = 0
  readonly report: string[] = []

  async click(target: Locator): Promise<void> {
    this.clicks += 1
    await target.click()
  }

  async choose(list: Locator, label: string): Promise<void> {
    this.clicks += 2
    await list.selectOption({ label })
  }

  async chooseFile(field: Locator, path: string): Promise<void> {
    this.clicks += 2
    await field.locator('input[type=file]').setInputFiles(path)
  }

  async type(field: Locator, text: string): Promise<void> {
    this.fields += 1
    await field.fill(text)
  }

  /** Runs one part of the day, reports its clicks and fails if there are more than `atMost`. */
  async step(part: string, atMost: number, work: () => Promise<void>): Promise<void> {
    const before = this.clicks
    await test.step(part, work)
    this.report.push(`${part}: ${this.clicks - before}`)
    expect.soft(this.clicks - before, `clicks to ${part}`).toBeLessThanOrEqual(atMost)
  }
}

test("a coordinator's day, from uploading a questionnaire to the report, takes few clicks", async ({ as, calls }, info) => {
  test.setTimeout(150_000)
  const name = unique('day')
  const title = `Autumn workshop ${name}`
  const email = `${name}.green@respondents.example`
  const [green, red] = [`Marisol Verde ${name}`, `Pedro Rojo ${name}`]
  // Last in lists, and not used by other tests.
  const agency = await calls.data('adam', 'agency/saveAgency', { name: `Zenith Legal Aid ${name}`, languages: ['es'] })
  const reviewer = await createStaff(calls, dataDir(), { account: 'agency', agencyId: agency.id })
  const volunteer = await createStaff(calls, dataDir(), { account: 'volunteer' })

  const page = await as('adam', { viewport: { width: 1280, height: 860 } })
  await page.goto('/home/admin/response-overview/all')
  const counter = new ClickCounter()
  const goTo = (link: string) =>
    counter.click(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: link, exact: true }))
  const link = (text: string) => page.getByRole('main').getByRole('link', { name: text, exact: true })
  const button = (text: string | RegExp) => page.getByRole('button', { name: text, exact: typeof text === 'string' })

  await counter.step('publish a questionnaire', 8, async () => {
    await goTo('Questionnaire Upload')
    await counter.type(page.getByLabel('Title'), name)
    for (const [field, file] of [
      ['Question file', files.questionFile],
      ['Template file', files.templateFile],
      ['Field metadata file', files.fieldMetadataFile],
    ] as const)
      await counter.chooseFile(page.getByRole('group', { name: field, exact: true }), file)
    await counter.click(button('Submit!'))
    await expect(page.getByText(`${name}, version 1, is published.`)).toBeVisible({ timeout: 20_000 })
  })

  await counter.step('open a workshop', 7, async () => {
    await goTo('Workshops')
    await counter.click(button('New workshop'))
    for (const [label, text] of [
      ['Name', name],
      ['Title', title],
      ['Starts at', '09:00'],
      ['Ends at', '13:30'],
      ['Room for', '120'],
      ['Street and number', '200 East Santa Clara Street'],
      ['City', 'San José'],
    ] as const)
      await counter.type(page.getByLabel(label, { exact: label === 'Name' }), text)
    await counter.type(page.getByLabel('Date').first(), inDays(60))
    await counter.click(page.getByLabel('Registration is open'))
    await counter.click(page.getByRole('group', { name: 'Questionnaires' }).getByLabel(name))
    for (const one of Object.values(agencies))
      await counter.click(page.getByRole('group', { name: 'Agencies that take part' }).getByLabel(one))
    await counter.click(button('Save workshop'))
    await expect(page.getByText(`“${title}” is saved.`)).toBeVisible()
  })

  await counter.step('give a volunteer access', 3, async () => {
    await counter.click(link(title))
    const volunteers = page.getByRole('region', { name: 'Volunteers' })
    await counter.click(volunteers.getByRole('checkbox', { name: new RegExp(volunteer) }))
    await counter.click(volunteers.getByRole('button', { name: 'Grant access to 1' }))
    await expect(volunteers.getByRole('row').filter({ hasText: volunteer })).toContainText('Since')
  })

  await answer(calls, name, { fullName: green, email }, 'es', { name })
  await answer(calls, name, { ...twoReds, fullName: red }, 'es', { name })
  await expect.poll(async () => (await emailsTo(dataDir(), email)).length).toBe(1)

  const subject = `Bring your green card ${name}`
  await counter.step('announce something to the green dots', 5, async () => {
    await counter.click(link('Announcement'))
    await counter.choose(page.getByRole('combobox', { name: 'Flag' }), 'Green dots')
    await counter.type(page.getByLabel('Subject'), subject)
    await counter.type(page.getByLabel('Text', { exact: true }), 'The original, not a copy.')
    await counter.click(button('Review and send'))
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Send 1 message?')
    await expect(dialog.getByRole('region', { name: 'The email' })).toContainText('The original, not a copy.')
    await counter.click(dialog.getByRole('button', { name: 'Send', exact: true }))
    await expect(button(`Undo: ${subject}`)).toBeVisible()
  })

  await counter.step('move the workshop and tell who knew the old date', 5, async () => {
    await goTo('Workshops')
    await counter.click(button(`Change ${title}`))
    await counter.type(page.getByLabel('Date').first(), inDays(67))
    await counter.click(button('Save workshop'))
    await counter.click(button(`Tell them about ${title}`))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('region', { name: 'The email' })).toHaveAttribute('lang', 'es')
    await counter.click(dialog.getByRole('button', { name: 'Send emails' }))
    const received = async () => (await emailsTo(dataDir(), email)).filter((one) => one.subject !== subject).length
    await expect.poll(received).toBe(2)
  })

  await counter.step('give a case to another agency', 7, async () => {
    await counter.click(link(title))
    await counter.click(link('All respondents of this workshop'))
    await counter.click(button(`View ${red}`))
    await counter.click(button('Assign to another agency'))
    const form = page.getByRole('form', { name: 'Agency of this respondent' })
    await counter.choose(form.getByLabel('Agency'), agency.name)
    await counter.click(form.getByRole('button', { name: 'Save' }))
    await expect(page.getByText(`The case is now with ${agency.name}.`)).toBeVisible()
  })

  await counter.step('remind an agency', 3, async () => {
    await goTo('Agencies')
    await counter.click(button(`Remind ${agency.name}`))
    await counter.click(page.getByRole('dialog').getByRole('button', { name: 'Send' }))
    await expect.poll(async () => (await emailsTo(dataDir(), reviewer)).length).toBe(3)
  })

  await counter.step('open the door and check somebody in', 4, async () => {
    await goTo('Workshops')
    await counter.click(link(title))
    await counter.click(link('Green dots'))
    await counter.click(button(`Check in ${green}`))
    await expect(page.getByText('1 of 1 in')).toBeVisible()
  })

  await counter.step('read the figures of the day', 4, async () => {
    await counter.click(button('Details'))
    await counter.click(button('Report'))
    const exported = page.waitForEvent('download')
    await expect(page.getByRole('row').filter({ hasText: 'Everybody' })).toContainText('11')
    await counter.click(button('Export'))
    expect((await exported).suggestedFilename()).toBe(`${name}-day.csv`)
    await counter.click(link('Workshop'))
    await expect(page.getByRole('region', { name: 'Figures' })).toContainText('All2')
  })

  await counter.step('download the spreadsheet', 4, async () => {
    await counter.click(link('Downloads'))
    await counter.click(page.getByRole('checkbox', { name: 'Agency' }))
    await counter.click(button('All'))
    const saved = page.waitForEvent('download')
    await counter.click(button('Download All'))
    const file = info.outputPath('report.xlsx')
    await (await saved).saveAs(file)
    const cases = await readSheet(file, 'Cases')
    expect(cases.map((row) => row.at(-1)).toSorted()).toEqual(['Agency', agency.name, null].toSorted())
  })

  test.info().annotations.push({
    type: 'measured',
    description: `${counter.clicks} clicks, ${counter.fields} fields filled in: ${counter.report.join('; ')}`,
  })
  expect(counter.clicks).toBeLessThanOrEqual(50)
})
