import type { AnswerInfo } from '@portico/shared/contract/responses'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, answersOf, entry, pageOf, questionnaire } from '../../../../test/respondents.ts'
import { renderPage } from '../../../../test/render-page.tsx'
import { Refusal, type Calls } from '../../../../test/stubbed-link.ts'
import { LiveRegion } from '../../../ui/feedback/toast.tsx'
import { AllRespondentsPage } from '../overview-pages.tsx'

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
// Unsaved text of another test is restored for the same decision, as intended.
const emptyReason = () => fireEvent.change(screen.getByLabelText('Reason'), { target: { value: '' } })
const red = answer({ identifier: 'taxesOwed', answerId: 31, originalValue: 'yes', initialFlag: 'red' })
const green = answer({ identifier: 'arrested', answerId: 32 })
const plain = answer({ identifier: 'nickname', answerId: 33, originalValue: '', canBeFlagged: false, effectiveFlag: 'not-applicable' })
const decided = {
  kind: 'answer',
  identifier: 'taxesOwed',
  flag: 'green',
  reason: 'Papers seen.',
  by: 'Ben Osei',
  outsideAgency: false,
  own: false,
  timestampUTC: '2025-04-01T09:00:00.000Z',
} as const

function calls(more: Calls = {}): Calls {
  return {
    'workshops.getWorkshopList': () => [],
    'responses.getOverview': () => ({ total: 0, unassigned: 0, byFlag: [], byLanguage: [], byAgency: [], byDay: [] }),
    'responses.getAllResponses': () => pageOf([entry()]),
    'responses.getRespondentAnswerInfo': () => answersOf([green, red, plain]),
    'questionnaires.getQuestionnaireById': ({ code }) => questionnaire(code, ['taxesOwed', 'arrested', 'nickname']),
    ...more,
  }
}

async function openDesk(more: Calls = {}) {
  const shown = (
    <>
      <AllRespondentsPage />
      <LiveRegion />
    </>
  )
  const page = await renderPage(shown, { as: 'adam', at: '/home/admin/response-overview/all', calls: calls(more) })
  fireEvent.click(await screen.findByRole('button', { name: /^View/ }))
  await screen.findByRole('heading', { name: 'Red answers (1)' })
  await screen.findAllByText(/Question taxesOwed\?/)
  return page
}

describe('the answers of a case', () => {
  it('have no skip link before they have loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<AnswerInfo>()
    const shown = (
      <>
        <div id="skip-links" />
        <AllRespondentsPage />
      </>
    )
    const answers = calls({ 'responses.getRespondentAnswerInfo': () => promise })
    await renderPage(shown, { as: 'adam', at: '/home/admin/response-overview/all', calls: answers })
    fireEvent.click(await screen.findByRole('button', { name: /^View/ }))
    expect(await screen.findByRole('link', { name: 'Skip to the open case' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Skip to the red answers' })).toBeNull()
    resolve(answersOf([green, red, plain]))
    expect(await screen.findByRole('link', { name: 'Skip to the red answers' })).toBeDefined()
  })

  it("are listed red first, with the question in both languages, the choice's label and the reason", async () => {
    await openDesk()
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
    await openDesk()
    press('Other answers (1)')
    const row = within(screen.getByRole('table', { name: 'Other answers' }))
    expect(row.getByText('No answer given')).toBeDefined()
    expect(row.getByText('This question is not a red-flag question')).toBeDefined()
    expect(row.queryByRole('button')).toBeNull()
  })

  it('can be overridden only with a reason, after showing the consequences', async () => {
    const sent: unknown[] = []
    await openDesk({
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
    await openDesk({
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

  it('show the decision of another reviewer who was first', async () => {
    let first = false
    const noted: unknown[] = []
    await openDesk({
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
    await openDesk({
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
    await openDesk({
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
    await openDesk()
    fireEvent.change(screen.getByLabelText('Find in this case'), { target: { value: 'câu hoi arrested' } })
    expect(screen.getByRole('heading', { name: 'Red answers (0 of 1)' })).toBeDefined()
    expect(screen.getByRole('table', { name: 'Green answers' })).toBeDefined()
  })
})

describe('the overall decision', () => {
  const reasonOf = (name: string) => {
    const button = screen.getByRole('button', { name })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    return document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
  }
  const withList = (listed: ReturnType<typeof entry>): Calls => ({ 'responses.getAllResponses': () => pageOf([listed]) })

  it.each([
    [{ reds: 1 }, 'Mark as green', '1 red answer'],
    [{ reds: 3 }, 'Mark as green', '3 red answers'],
    [{ reds: 0, current: 'red', forced: 'red' }, 'Mark as green', 'Marked fully as red'],
    [{ reds: 0, current: 'red', forced: 'red' }, 'Mark as red', 'Already red'],
    [{ reds: 0, current: 'green' }, 'Mark as green', 'Already green'],
  ] as const)('with %o disables "%s" because of: %s', async (state, button, reason) => {
    await openDesk(withList(entry(state)))
    expect(reasonOf(button)).toBe(reason)
  })

  it('asks for confirmation and shows where the invitation goes before sending it', async () => {
    const sent: unknown[] = []
    await openDesk({
      ...withList(entry({ reds: 0 })),
      'agency.submitRespondentStatusOverride': (input) => {
        sent.push(input)
        return {}
      },
    })
    press('Mark as green')
    const question = 'Are you sure? This will send out messages and assign the respondent to the event.'
    expect(await screen.findByRole('heading', { name: question, hidden: true })).toBeDefined()
    expect(sent).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Yes', hidden: true }))
    expect(await screen.findByText('Mai Nguyen is a green dot now.')).toBeDefined()
    expect(screen.getByText('The invitation goes to mai@example.org.')).toBeDefined()
    expect(sent).toEqual([{ respondent: { anonymousId: 'FXMC-TY6F-HG474' }, status: { flag: 'green' }, basedOn: 0 }])
  })

  it('asks the reviewer to phone a respondent without an email address', async () => {
    await openDesk({ ...withList(entry({ reds: 0, email: null })), 'agency.submitRespondentStatusOverride': () => ({}) })
    expect(screen.getAllByText('No email: telephone them').length).toBeGreaterThan(0)
    press('Mark as green')
    fireEvent.click(screen.getByRole('button', { name: 'Yes', hidden: true }))
    expect(await screen.findByText('There is no email address: please telephone +14085550100.')).toBeDefined()
  })

  it('requires a reason for red', async () => {
    const sent: unknown[] = []
    await openDesk({
      'agency.submitRespondentStatusOverride': (input) => {
        sent.push(input)
        return {}
      },
    })
    press('Mark as red')
    emptyReason()
    press('Save')
    expect(await screen.findByText('Required')).toBeDefined()
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Needs counsel.' } })
    press('Save')
    await waitFor(() =>
      expect(sent).toEqual([
        { respondent: { anonymousId: 'FXMC-TY6F-HG474' }, status: { flag: 'red', reason: 'Needs counsel.' }, basedOn: 0 },
      ]),
    )
  })

  it('shows the decision of another reviewer who was first', async () => {
    const history = [{ ...decided, kind: 'respondent', identifier: undefined, flag: 'red' } as const]
    await openDesk({
      'responses.getRespondentAnswerInfo': () => answersOf([green, red], history),
      'agency.submitRespondentStatusOverride': () => {
        throw new Refusal('ALREADY_SET', 'Already red')
      },
    })
    press('Mark as red')
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Mine' } })
    press('Save')
    expect(await screen.findByText(/^Ben Osei marked the respondent fully as red/)).toBeDefined()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Mine')
  })

  it('offers to undo a decision if the server allows it', async () => {
    const history = [{ ...decided, kind: 'respondent', identifier: undefined, flag: 'red', own: true } as const]
    let isRed = false
    const undone: unknown[] = []
    await openDesk({
      'responses.getRespondentAnswerInfo': () => ({ ...answersOf([green, red], isRed ? history : []), undoable: isRed }),
      'agency.submitRespondentStatusOverride': () => {
        isRed = true
        return {}
      },
      'agency.undoDecision': (input) => {
        undone.push(input)
        isRed = false
        return {}
      },
    })
    press('Mark as red')
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Mine' } })
    press('Save')
    await screen.findByRole('button', { name: 'Undo' })
    fireEvent.keyDown(document.body, { key: 'z' })
    expect(await screen.findByText('Undone. Everything is as it was before.')).toBeDefined()
    expect(undone).toEqual([{ respondent: { anonymousId: 'FXMC-TY6F-HG474' }, version: 1 }])
  })
})
