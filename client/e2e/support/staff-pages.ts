import { expect, type Locator, type Page } from '@playwright/test'

/** The form of the questionnaire upload. */
export class UploadPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(): Promise<void> {
    await this.page.goto('/home/admin/questionnaireupload')
  }

  /** Fills in the given fields; files by path. */
  async fill(given: { title?: string; questionFile?: string; templateFile?: string; fieldMetadataFile?: string }): Promise<void> {
    if (given.title !== undefined) await this.page.getByLabel('Title').fill(given.title)
    if (given.questionFile) await this.field('Question file').locator('input[type=file]').setInputFiles(given.questionFile)
    if (given.templateFile) await this.field('Template file').locator('input[type=file]').setInputFiles(given.templateFile)
    if (given.fieldMetadataFile) await this.field('Field metadata file').locator('input[type=file]').setInputFiles(given.fieldMetadataFile)
  }

  async submit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Submit!' }).click()
  }

  field(name: string): Locator {
    return this.page.getByRole('group', { name, exact: true })
  }
}

/** The list of respondents and the review panel under an open row. */
export class ReviewPanel {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async search(text: string): Promise<void> {
    const box = this.page.getByRole('searchbox')
    await box.fill(text)
    await box.press('Enter')
    await expect(this.page).toHaveURL(new RegExp(`query=${encodeURIComponent(text).replaceAll('%20', '(\\+|%20)')}`))
  }

  /** Returns the row of a respondent. */
  row(name: string): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByRole('rowheader').filter({ hasText: name }) })
  }

  /** Opens a respondent's panel with the row's button: `Edit`, or `View` for admins. */
  async open(name: string, verb: 'Edit' | 'View' = 'Edit'): Promise<void> {
    await this.row(name)
      .getByRole('button', { name: `${verb} ${name}` })
      .click()
    await this.expectOpen()
  }

  /** Expects a case to be open, by its button or by the URL. */
  async expectOpen(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Answers', exact: true })).toBeVisible()
    await expect(this.page.getByRole('heading', { name: /^(Red answers|No red answers)/ })).toBeVisible()
  }

  /** Overrides one answer with a reason, and waits until it is saved. */
  async override(identifier: string, to: 'red' | 'green', reason: string): Promise<void> {
    const mark = this.page.getByRole('button', { name: `Mark as ${to} ${identifier}` })
    // Green answers are collapsed.
    if (to === 'red' && !(await mark.isVisible())) await this.page.getByRole('button', { name: /^Green answers/ }).click()
    await mark.click()
    const form = this.page.getByRole('form', { name: `Mark ${identifier} as ${to}` })
    await form.getByLabel('Reason').fill(reason)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(this.page.getByText(`Saved: the answer “${identifier}” is ${to} now.`)).toBeVisible()
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }
}
