import type { AnswerInfo } from '@portico/shared/contract/responses'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answersOf, entry, pageOf } from '../../../../test/respondents.ts'
import { renderPage } from '../../../../test/render-page.tsx'
import { Refusal } from '../../../../test/stubbed-link.ts'
import { AllRespondentsPage } from '../overview-pages.tsx'
import { caseCalls, decided, emptyReason, green, openCase, plain, red } from '../../../../test/open-case.tsx'

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe('the answers of a case', () => {
  it('have no skip link before they have loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<AnswerInfo>()
    const shown = (
      <>
        <div id="skip-links" />
        <AllRespondentsPage />
      </>
    )
    const answers = caseCalls({ 'responses.getRespondentAnswerInfo': () => promise })
    await renderPage(shown, { as: 'adam', at: '/home/admin/response-overview/all', calls: answers })
    fireEvent.click(await screen.findByRole('button', { name: /^View/ }))
    expect(await screen.findByRole('link', { name: 'Skip to the open case' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Skip to the red answers' })).toBeNull()
    resolve(answersOf([green, red, plain]))
    expect(await screen.findByRole('link', { name: 'Skip to the red answers' })).toBeDefined()
  })

  it("are listed red first, with the question in both languages, the choice's label and the reason", async () => {
    await openCase()
    const tables = screen.getAllByRole('table').map((table) => table.querySelector('caption')?.textContent)
    expect(tables.slice(1)).toEqual(['Red answers'])
    press('Green answers (1)')
    expect(within(screen.getByRole('table', { name: 'Green answers' })).getByText(/Question arrested\?/)).toBeDefined()
    const row = within(screen.getByRole('table', { name: 'Red answers' }))
    expect(row.getByText('Câu hỏi taxesOwed?').getAttribute('lang')).toBe('vi')
    expect(row.getByText('Yes')).toBeDefined()
    expect(row.getByText('Có')).toBeDefined()
    expect(row.getByText('A lawyer should look at it.')).toBeDefined()
  })

  it('show which were not answered and which are no red-flag questions', async () => {
    await openCase()
    press('Other answers (1)')
    const row = within(screen.getByRole('table', { name: 'Other answers' }))
    expect(row.getByText('No answer given')).toBeDefined()
    expect(row.getByText('This question is not a red-flag question')).toBeDefined()
    expect(row.queryByRole('button')).toBeNull()
  })

  it('can be overridden only with a reason, after showing the consequences', async () => {
    const sent: unknown[] = []
    await openCase({
      'agency.submitAnswerOverride': (input) => {
        sent.push(input)
        return {}
      },
    })
    press('Mark as green taxesOwed')
    expect(screen.getByText('No red answer will be left. Mai Nguyen stays: In progress.')).toBeDefined()
    emptyReason()
    press('Save')
    expect(await screen.findByText('Required')).toBeDefined()
    expect(sent).toEqual([])
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Court paper seen.' } })
    press('Save')
    expect(await screen.findByText('Saved: the answer “taxesOwed” is green now.')).toBeDefined()
    expect(screen.getByText(/Next: mark Mai Nguyen as green/)).toBeDefined()
    expect(sent).toEqual([{ answerId: 31, flag: 'green', reason: 'Court paper seen.', basedOn: 0 }])
  })

  it('stay open after a decision when newer respondents push the case to another page', async () => {
    let page = pageOf([entry()])
    await openCase({
      'responses.getAllResponses': () => page,
      'responses.getResponseForAdmin': () => entry(),
      'agency.submitAnswerOverride': () => {
        page = pageOf([entry({ id: 'WXYZ-TY6F-HG474', name: 'Somebody Newer' })])
        return {}
      },
    })
    press('Mark as green taxesOwed')
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Court paper seen.' } })
    press('Save')
    expect(await screen.findByRole('rowheader', { name: /Somebody Newer/ })).toBeDefined()
    expect(screen.getByText('Saved: the answer “taxesOwed” is green now.')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Red answers (1)' })).toBeDefined()
  })

  it('say what new rules also find in an answer that was red on arrival', async () => {
    const redByRules = { reason: 'Rules of version 2: Too many days.', timestampUTC: decided.timestampUTC }
    await openCase({ 'responses.getRespondentAnswerInfo': () => answersOf([green, { ...red, redByRules }]) })
    expect(screen.getByText('“Rules of version 2: Too many days.”').parentElement?.textContent).toMatch(/^Also red since Apr 1, 2025/)
  })

  it('show the decision of another reviewer who was first', async () => {
    let first = false
    const noted: unknown[] = []
    await openCase({
      'agency.addNote': (input) => {
        noted.push(input)
        return {}
      },
      'responses.getRespondentAnswerInfo': () =>
        first
          ? answersOf(
              [green, { ...red, effectiveFlag: 'green', override: { reason: 'Papers seen.', timestampUTC: decided.timestampUTC } }],
              [decided],
            )
          : answersOf([green, red]),
      'agency.submitAnswerOverride': () => {
        first = true
        throw new Refusal('ALREADY_SET', 'Already green')
      },
    })
    press('Mark as green taxesOwed')
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Mine' } })
    press('Save')
    expect(await screen.findByText('Another reviewer has already decided on Mai Nguyen.')).toBeDefined()
    expect(screen.getByText(/^Ben Osei marked the answer “taxesOwed” green.*Reason: “Papers seen.”$/)).toBeDefined()
    const typed = screen.getByLabelText<HTMLTextAreaElement>('Reason')
    expect([typed.value, typed.readOnly]).toEqual(['Mine', true])
    expect(screen.getByRole('button', { name: 'Copy the reason' })).toBeDefined()
    press('Keep as a note')
    expect(await screen.findByRole('button', { name: /^Kept as a note/ })).toBeDefined()
    press(/^Kept as a note/)
    expect(noted).toEqual([{ respondent: { anonymousId: 'FXMC-TY6F-HG474' }, text: 'Mine' }])
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    press('Continue from here')
    expect(await screen.findByText('This answer is green now.')).toBeDefined()
    press('Cancel taxesOwed')
    expect(await screen.findByRole('heading', { name: 'No red answers' })).toBeDefined()
  })

  it.each([
    [
      'CASE_MOVED',
      'Adam Abiodun moved this case to another agency on Nov 21, 12:06 PM PST.',
      'This case is not with your agency any more.',
    ],
    ['NOT_FOUND', 'It was deleted while it was open here.', 'This case was deleted.'],
  ] as const)('stay readable when the case goes away with %s, with an explanation', async (id, how, happened) => {
    let gone = false
    await openCase({
      'responses.getRespondentAnswerInfo': () => {
        if (gone) throw new Refusal(id, how)
        return answersOf([green, red])
      },
      'agency.submitAnswerOverride': () => {
        gone = true
        throw new Refusal('NOT_FOUND', 'Not found.')
      },
    })
    press('Mark as green taxesOwed')
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Mine' } })
    press('Save')
    expect(await screen.findByText(`Mai Nguyen: ${happened}`)).toBeDefined()
    expect(screen.getByText(`${how} You can still read and copy what is on this screen.`)).toBeDefined()
    const typed = screen.getByLabelText<HTMLTextAreaElement>('Reason')
    expect([typed.value, typed.readOnly]).toEqual(['Mine', true])
    expect(screen.getByRole('button', { name: 'Copy the reason' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Keep as a note' })).toBeNull()
  })

  it('can be decided by keyboard: g opens the first red one, Ctrl+Enter saves', async () => {
    const sent: unknown[] = []
    await openCase({
      'agency.submitAnswerOverride': (input) => {
        sent.push(input)
        return {}
      },
    })
    fireEvent.keyDown(document.body, { key: 'g' })
    const reason = screen.getByLabelText('Reason')
    expect(document.activeElement).toBe(reason)
    fireEvent.keyDown(reason, { key: 'r' })
    fireEvent.change(reason, { target: { value: 'Seen.' } })
    fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(sent).toHaveLength(1))
    fireEvent.keyDown(document.body, { key: '?' })
    fireEvent.click(await screen.findByLabelText('Use single keys in this browser'))
    fireEvent.click(
      within(screen.getByRole('dialog', { name: 'Keyboard shortcuts', hidden: true })).getByRole('button', { name: 'Close', hidden: true }),
    )
    fireEvent.keyDown(document.body, { key: 'g' })
    expect(screen.queryByLabelText('Reason')).toBeNull()
    localStorage.clear()
  })

  it('can be searched in both languages, including collapsed groups', async () => {
    await openCase()
    fireEvent.change(screen.getByLabelText('Find in this case'), { target: { value: 'câu hoi arrested' } })
    expect(screen.getByRole('heading', { name: 'Red answers (0 of 1)' })).toBeDefined()
    expect(screen.getByRole('table', { name: 'Green answers' })).toBeDefined()
  })
})
