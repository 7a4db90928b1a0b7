import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answersOf, entry, pageOf } from '../../../../test/respondents.ts'
import { Refusal, type Calls } from '../../../../test/stubbed-link.ts'
import { decided, emptyReason, green, openCase, red } from '../../../../test/open-case.tsx'

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

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
    await openCase(withList(entry(state)))
    expect(reasonOf(button)).toBe(reason)
  })

  it('asks for confirmation and shows where the invitation goes before sending it', async () => {
    const sent: unknown[] = []
    await openCase({
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
    await openCase({ ...withList(entry({ reds: 0, email: null })), 'agency.submitRespondentStatusOverride': () => ({}) })
    expect(screen.getAllByText('No email: telephone them').length).toBeGreaterThan(0)
    press('Mark as green')
    fireEvent.click(screen.getByRole('button', { name: 'Yes', hidden: true }))
    expect(await screen.findByText('There is no email address: please telephone +14085550100.')).toBeDefined()
  })

  it('requires a reason for red', async () => {
    const sent: unknown[] = []
    await openCase({
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
    await openCase({
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
    await openCase({
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
