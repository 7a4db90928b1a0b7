import { describe, expect, it } from 'vitest'
import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { deviceStorage, type Device } from './device.ts'
import { Draft } from './draft.ts'
import { newKey } from '../../../api/rest.ts'

const device = deviceStorage('local')
const questionnaire: Questionnaire = { id: 7, name: 'screening', version: 1, language: 'en', languages: ['en', 'es'], questions: [] }

function begun(storage: Device = device): Draft {
  const draft = Draft.begin(storage, questionnaire)
  draft.addTexts(questionnaire)
  return draft
}

/** Returns the state after a reload, when only the device's storage is left. */
function reloaded(): ReturnType<Draft['state']> | undefined {
  return Draft.recall(device)?.state()
}

describe('Draft', () => {
  it('stores each answer immediately under the fixed prefix and lists its identifier in the index', () => {
    const draft = begun()
    draft.answer('fullName', 'Mai')
    draft.answer('zipCode', '95110')
    expect(localStorage.getItem('portico.answer.fullName')).toBe('Mai')
    expect(JSON.parse(localStorage.getItem('portico.answers') ?? '')).toEqual(['fullName', 'zipCode'])
    draft.answer('fullName', '')
    expect(localStorage.getItem('portico.answer.fullName')).toBeNull()
    expect(JSON.parse(localStorage.getItem('portico.answers') ?? '')).toEqual(['zipCode'])
  })

  it('restores answers, place, version, key and questions after a reload', () => {
    const draft = begun()
    draft.answer('fullName', 'Mai')
    draft.goTo('question:zipCode')
    const { idempotencyKey } = draft.state()
    expect(reloaded()).toMatchObject({
      name: 'screening',
      questionnaireId: 7,
      idempotencyKey,
      place: 'question:zipCode',
      answers: { fullName: 'Mai' },
      texts: { en: questionnaire },
    })
  })

  it.each([
    ['29 days ago is kept', 29, 'Mai'],
    ['31 days ago is deleted', 31, undefined],
  ])('stored without `savedAt` whose newest answer was given %s', (_what, days, answer) => {
    begun().answer('fullName', 'Mai')
    const { savedAt: _savedAt, ...before } = JSON.parse(localStorage.getItem('portico.draft') ?? '')
    const changedAt = { fullName: Date.now() - days * 86_400_000 }
    localStorage.setItem('portico.draft', JSON.stringify({ ...before, changedAt }))
    expect(reloaded()?.answers.fullName).toBe(answer)
    expect(localStorage.getItem('portico.answer.fullName') ?? undefined).toBe(answer)
  })

  it('leaves no trace when another questionnaire is begun or the draft ends', () => {
    begun().answer('fullName', 'Mai')
    const other = Draft.begin(device, { ...questionnaire, id: 8, name: 'other' })
    expect(Object.keys(localStorage)).toEqual([])
    other.answer('email', 'a@example.org')
    other.end()
    expect(Object.keys(localStorage)).toEqual([])
    expect(other.state()).toMatchObject({ answers: {}, ended: true })
  })

  it('rejects changes while it is being sent, even after a reload', () => {
    const draft = begun()
    draft.answer('fullName', 'Mai')
    draft.freeze({ language: 'en', identifiers: ['fullName'] })
    draft.answer('fullName', 'Somebody else')
    expect(draft.state().answers).toEqual({ fullName: 'Mai' })
    const again = Draft.recall(device)
    again?.answer('fullName', 'Somebody else')
    expect(again?.state()).toMatchObject({ answers: { fullName: 'Mai' }, sending: { language: 'en', identifiers: ['fullName'] } })
    again?.thaw()
    again?.answer('fullName', 'Lan')
    expect(reloaded()).toMatchObject({ answers: { fullName: 'Lan' } })
    expect(reloaded()?.sending).toBeUndefined()
  })

  it('stores nothing on a shared device, clears what is stored, and stores everything again once the device is not shared', () => {
    const draft = begun()
    draft.answer('fullName', 'Mai')
    draft.keepOnDevice(false)
    draft.answer('zipCode', '95110')
    draft.goTo('review')
    expect(Object.keys(localStorage)).toEqual([])
    expect(draft.state()).toMatchObject({ keeping: 'nowhere', answers: { fullName: 'Mai', zipCode: '95110' } })
    draft.keepOnDevice(true)
    expect(reloaded()).toMatchObject({ answers: { fullName: 'Mai', zipCode: '95110' }, place: 'review' })
  })

  it('reports when storage fails, and stores everything as soon as it works again', () => {
    let full = true
    const small: Device = { ...device, write: (key, text) => !full && device.write(key, text) }
    const draft = begun(small)
    draft.answer('fullName', 'Mai')
    expect(draft.state()).toMatchObject({ keeping: 'failed', answers: { fullName: 'Mai' } })
    full = false
    draft.answer('zipCode', '95110')
    expect(draft.state().keeping).toBe('device')
    expect(reloaded()?.answers).toEqual({ fullName: 'Mai', zipCode: '95110' })
  })

  it('keeps the answers that storage has no room for when another tab writes', () => {
    let full = false
    const small: Device = { ...device, write: (key, text) => !full && device.write(key, text) }
    const draft = begun(small)
    draft.answer('arrested', 'no')
    full = true
    draft.answer('arrested', 'yes')
    draft.reread()
    expect(draft.state()).toMatchObject({ keeping: 'failed', answers: { arrested: 'yes' } })
    expect(reloaded()?.answers, 'after a reload the question is open, rather than answered as before').toEqual({})
  })

  it('restarts as another response with the same questions', () => {
    const draft = begun()
    draft.answer('fullName', 'Mai')
    const { idempotencyKey } = draft.state()
    draft.restart()
    expect(draft.state()).toMatchObject({ answers: {}, place: 'start', texts: { en: questionnaire } })
    expect(draft.state().idempotencyKey).not.toBe(idempotencyKey)
    expect(reloaded()?.answers).toEqual({})
  })

  it('follows another tab, and ends when that tab has sent or deleted it', () => {
    const here = begun()
    here.answer('fullName', 'Mai')
    const there = Draft.recall(device)
    there?.answer('zipCode', '95110')
    here.reread()
    expect(here.state().answers).toEqual({ fullName: 'Mai', zipCode: '95110' })
    there?.end()
    here.reread()
    expect(here.state().ended).toBe(true)
  })

  it('ignores records that it cannot parse', () => {
    localStorage.setItem('portico.draft', '{"name": 3')
    expect(Draft.recall(device)).toBeUndefined()
    localStorage.setItem('portico.draft', '{"name":"screening"}')
    expect(Draft.recall(device)).toBeUndefined()
  })
})

it('newKey generates a unique UUID of version 4', () => {
  const keys = Array.from({ length: 200 }, newKey)
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
