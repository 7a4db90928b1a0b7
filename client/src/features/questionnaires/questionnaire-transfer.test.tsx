import { webcrypto } from 'node:crypto'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerAll, stubQuestionnaireServer, texts, visit, write } from '../../../test/questionnaire-visit.tsx'
import { press } from '../../../test/render-page.tsx'
import { currentDraft } from './loading/current-draft.ts'
import { forgetOpenWorkshops } from './loading/server-calls.ts'
import { sealDraft } from './transfer/sealed-draft.ts'

const server = stubQuestionnaireServer()
beforeEach(() => void vi.stubGlobal('crypto', webcrypto))
// Deriving the key from a code takes a second.
const patiently = { timeout: 20_000 }
const code = 'K7QM2XWD94'

/** Answers everything on one device and leaves with a code; then opens the questionnaire on another one. */
async function leaveFor(newest: number, changed: object = {}): Promise<void> {
  const leave = await visit()
  await answerAll()
  const { lookup, sealed } = await sealDraft({ ...currentDraft()!.transferredDraft(), ...changed }, code)
  server.transfers.set(lookup, sealed)
  leave()
  currentDraft()?.end()
  server.newest = newest
  forgetOpenWorkshops()
  await visit()
}

async function enterCode(): Promise<void> {
  await press('I have a code')
  const field = await screen.findByLabelText('Code: 10 letters and digits')
  fireEvent.change(field, { target: { value: code } })
  await press('Get my answers')
}

describe('answers of another device', { timeout: 30_000 }, () => {
  it('to the same version are there at once', async () => {
    await leaveFor(1)
    await enterCode()
    await screen.findByRole('button', { name: 'Send my answers' }, patiently)
    await press('Send my answers')
    expect(server.sent[0]).toMatchObject({ questionnaireId: 1, answers: { fullName: 'Mai', arrested: 'no', zipCode: '95110' } })
  })

  it('who came as a walk-in are sent as theirs', async () => {
    await leaveFor(1, { walkIn: 'secret' })
    await enterCode()
    await screen.findByRole('button', { name: 'Send my answers' }, patiently)
    await press('Send my answers')
    expect(server.sent[0]).toMatchObject({ walkIn: 'secret' })
  })

  it('to an earlier version are never taken for answers to the newest: the user continues that version, or starts again', async () => {
    await leaveFor(2)
    await enterCode()
    await screen.findByRole('heading', { name: 'The questions have changed' }, patiently)
    await press('Go on with my answers')
    await press('Send my answers')
    expect(server.sent[0]).toMatchObject({ questionnaireId: 1, answers: { fullName: 'Mai', arrested: 'no', zipCode: '95110' } })
  })

  it('are not mixed with answers to another version', async () => {
    await leaveFor(2)
    await press('Start')
    write(texts.en.fullName, 'Mai N.')
    await press('Back')
    await enterCode()
    await screen.findByText(/There are new questions since you began/, {}, patiently)
    expect(currentDraft()?.state()).toMatchObject({ questionnaireId: 2, answers: { fullName: 'Mai N.' } })
  })

  it('from a device that did not say which version they answer are not taken', async () => {
    await leaveFor(1, { questionnaireId: undefined })
    await enterCode()
    await screen.findByText(/There are new questions since you began/, {}, patiently)
    expect(currentDraft()?.state().answers).toEqual({})
  })
})
