import type { Locator } from '@playwright/test'
import { twoReds } from './support/answers.ts'
import { agencies } from './support/calls.ts'
import { answer, files, hire, inDays } from './support/fixtures.ts'
import { emailsTo } from './support/outbox.ts'
import { dataDir, expect, test, unique } from './support/people.ts'
import { readSheet } from './support/workbook.ts'

/** Counts a coordinator's actions. Choosing from a list and choosing a file are two clicks each: open and choose. */
class Hands {
  clicks = 0
  fields = 0
  readonly said: string[] = []

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
  async does(part: string, atMost: number, work: () => Promise<void>): Promise<void> {
    const before = this.clicks
    await test.step(part, work)
    this.said.push(`${part}: ${this.clicks - before}`)
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
  const reviewer = await hire(calls, dataDir(), { account: 'agency', agencyId: agency.id })
  const volunteer = await hire(calls, dataDir(), { account: 'volunteer' })

  const page = await as('adam', { viewport: { width: 1280, height: 860 } })
  await page.goto('/home/admin/response-overview/all')
  const hands = new Hands()
  const goTo = (link: string) => hands.click(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: link, exact: true }))
  const link = (text: string) => page.getByRole('main').getByRole('link', { name: text, exact: true })
  const button = (text: string | RegExp) => page.getByRole('button', { name: text, exact: typeof text === 'string' })

  await hands.does('publish a questionnaire', 8, async () => {
    await goTo('Questionnaire Upload')
    await hands.type(page.getByLabel('Title'), name)
    for (const [field, file] of [
      ['Question file', files.questionFile],
      ['Template file', files.templateFile],
      ['Field metadata file', files.fieldMetadataFile],
    ] as const)
      await hands.chooseFile(page.getByRole('group', { name: field, exact: true }), file)
    await hands.click(button('Submit!'))
    await expect(page.getByText(`${name}, version 1, is published.`)).toBeVisible({ timeout: 20_000 })
  })

  await hands.does('open a workshop', 7, async () => {
    await goTo('Workshops')
    await hands.click(button('New workshop'))
    for (const [label, text] of [
      ['Name', name],
      ['Title', title],
      ['Starts at', '09:00'],
      ['Ends at', '13:30'],
      ['Room for', '120'],
      ['Street and number', '200 East Santa Clara Street'],
      ['City', 'San José'],
    ] as const)
      await hands.type(page.getByLabel(label, { exact: label === 'Name' }), text)
    await hands.type(page.getByLabel('Date').first(), inDays(60))
    await hands.click(page.getByLabel('Registration is open'))
    await hands.click(page.getByRole('group', { name: 'Questionnaires' }).getByLabel(name))
    for (const one of Object.values(agencies))
      await hands.click(page.getByRole('group', { name: 'Agencies that take part' }).getByLabel(one))
    await hands.click(button('Save workshop'))
    await expect(page.getByText(`“${title}” is saved.`)).toBeVisible()
  })

  await hands.does('give a volunteer access', 3, async () => {
    await hands.click(link(title))
    const volunteers = page.getByRole('region', { name: 'Volunteers' })
    await hands.click(volunteers.getByRole('checkbox', { name: new RegExp(volunteer) }))
    await hands.click(volunteers.getByRole('button', { name: 'Grant access to 1' }))
    await expect(volunteers.getByRole('row').filter({ hasText: volunteer })).toContainText('Since')
  })

  await answer(calls, name, { fullName: green, email }, 'es', { name })
  await answer(calls, name, { ...twoReds, fullName: red }, 'es', { name })
  await expect.poll(async () => (await emailsTo(dataDir(), email)).length).toBe(1)

  const subject = `Bring your green card ${name}`
  await hands.does('announce something to the green dots', 5, async () => {
    await hands.click(link('Announcement'))
    await hands.choose(page.getByRole('combobox', { name: 'Flag' }), 'Green dots')
    await hands.type(page.getByLabel('Subject'), subject)
    await hands.type(page.getByLabel('Text', { exact: true }), 'The original, not a copy.')
    await hands.click(button('Review and send'))
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Send 1 message?')
    await expect(dialog.getByRole('region', { name: 'The email' })).toContainText('The original, not a copy.')
    await hands.click(dialog.getByRole('button', { name: 'Send', exact: true }))
    await expect(button(`Undo: ${subject}`)).toBeVisible()
  })

  await hands.does('move the workshop and tell who knew the old date', 5, async () => {
    await goTo('Workshops')
    await hands.click(button(`Change ${title}`))
    await hands.type(page.getByLabel('Date').first(), inDays(67))
    await hands.click(button('Save workshop'))
    await hands.click(button(`Tell them about ${title}`))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('region', { name: 'The email' })).toHaveAttribute('lang', 'es')
    await hands.click(dialog.getByRole('button', { name: 'Send emails' }))
    const received = async () => (await emailsTo(dataDir(), email)).filter((one) => one.subject !== subject).length
    await expect.poll(received).toBe(2)
  })

  await hands.does('give a case to another agency', 7, async () => {
    await hands.click(link(title))
    await hands.click(link('All respondents of this workshop'))
    await hands.click(button(`View ${red}`))
    await hands.click(button('Assign to another agency'))
    const form = page.getByRole('form', { name: 'Agency of this respondent' })
    await hands.choose(form.getByLabel('Agency'), agency.name)
    await hands.click(form.getByRole('button', { name: 'Save' }))
    await expect(page.getByText(`The case is now with ${agency.name}.`)).toBeVisible()
  })

  await hands.does('remind an agency', 3, async () => {
    await goTo('Agencies')
    await hands.click(button(`Remind ${agency.name}`))
    await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Send' }))
    await expect.poll(async () => (await emailsTo(dataDir(), reviewer)).length).toBe(3)
  })

  await hands.does('open the door and check somebody in', 4, async () => {
    await goTo('Workshops')
    await hands.click(link(title))
    await hands.click(link('Green dots'))
    await hands.click(button(`Check in ${green}`))
    await expect(page.getByText('1 of 1 in')).toBeVisible()
  })

  await hands.does('read the figures of the day', 4, async () => {
    await hands.click(button('Details'))
    await hands.click(button('Report'))
    const exported = page.waitForEvent('download')
    await expect(page.getByRole('row').filter({ hasText: 'Everybody' })).toContainText('11')
    await hands.click(button('Export'))
    expect((await exported).suggestedFilename()).toBe(`${name}-day.csv`)
    await hands.click(link('Workshop'))
    await expect(page.getByRole('region', { name: 'Figures' })).toContainText('All2')
  })

  await hands.does('download the spreadsheet', 4, async () => {
    await hands.click(link('Downloads'))
    await hands.click(page.getByRole('checkbox', { name: 'Agency' }))
    await hands.click(button('All'))
    const saved = page.waitForEvent('download')
    await hands.click(button('Download All'))
    const file = info.outputPath('report.xlsx')
    await (await saved).saveAs(file)
    const cases = await readSheet(file, 'Cases')
    expect(cases.map((row) => row.at(-1)).toSorted()).toEqual(['Agency', agency.name, null].toSorted())
  })

  test.info().annotations.push({
    type: 'measured',
    description: `${hands.clicks} clicks, ${hands.fields} fields filled in: ${hands.said.join('; ')}`,
  })
  expect(hands.clicks).toBeLessThanOrEqual(50)
})
