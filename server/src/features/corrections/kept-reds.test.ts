import { describe, expect, it } from 'vitest'
import { openRuledCase, question, redWhenArrested } from '../../../test/support/new-rules.ts'
import { recount } from '../../../test/support/recount.ts'

const arrested = 'arrestedOrCited'

/** Red on arrests if the name is No. */
async function ruledByName() {
  const { questions } = await redWhenArrested('unsure')
  const redWhen = { op: 'when' as const, condition: [[{ identifier: 'fullName', op: '=' as const, value: 'No' }]] }
  return questions.map((one) => (one.identifier === arrested ? { ...one, redWhen, redReason: 'Named.' } : one))
}

type OpenCase = Awaited<ReturnType<typeof openRuledCase>>

const ways = {
  'by staff': async (one: OpenCase, fullName: string) => one.correctAtOnce({ fullName }),
  'for a privacy request': async ({ adam, respondent }: OpenCase, fullName: string) => {
    await adam.call.privacy.recordRequest({ respondent, kind: 'correct', text: 'My name is wrong.' })
    const [asked] = (await adam.call.privacy.getRequestList({})).items
    const contact = { fullName, email: 'one@respondents.example', phoneNumber: null }
    await adam.call.privacy.completeRequest({ id: asked?.id ?? 0, contact })
  },
}

const state = async (one: OpenCase) => [await one.flagOf(arrested), await one.flag()]

describe.each(Object.entries(ways))('an answer whose own flag changes because another answer is corrected %s', (_way, correctName) => {
  it('stays red by a person’s decision, however often its own flag changes, until somebody reverses it', async () => {
    const one = await openRuledCase(await ruledByName(), { [arrested]: 'no', fullName: 'Ann' })
    await one.override(arrested, 'red')
    for (const name of ['No', 'Ann', 'No', 'Ann']) {
      await correctName(one, name)
      expect(await state(one), name).toEqual(['red', 'in-progress'])
      expect(await recount(one.portico)).toEqual([])
    }
    expect(await one.answerTo(arrested)).toMatchObject({ initialFlag: 'green', override: { reason: 'Seen.' } })
    await one.override(arrested, 'green')
    expect(await state(one)).toEqual(['green', 'green'])
  })

  it('stays red where the red followed a green of a person', async () => {
    const one = await openRuledCase(await ruledByName(), { [arrested]: 'no', fullName: 'No' })
    await one.override(arrested, 'green')
    await one.override(arrested, 'red')
    await correctName(one, 'Ann')
    expect(await state(one)).toEqual(['red', 'in-progress'])
    expect(await recount(one.portico)).toEqual([])
  })

  it('stays red when new rules are applied afterwards, and when an undo takes a green back', async () => {
    const questions = await ruledByName()
    const one = await openRuledCase(questions, { [arrested]: 'no', fullName: 'No' })
    await one.override(arrested, 'green')
    await one.override(arrested, 'red')
    await correctName(one, 'Ann')
    await one.apply([...questions, question('other')])
    await one.override(arrested, 'green')
    await one.adam.call.agency.undoDecision({ respondent: one.respondent, version: (await one.info()).version })
    expect(await one.answerTo(arrested)).toMatchObject({ effectiveFlag: 'red', override: { reason: 'Seen.' } })
    await one.apply([...questions, question('another')])
    expect(await state(one)).toEqual(['red', 'in-progress'])
  })

  it.each<[string, ('red' | 'green')[], string, string, 'red' | 'green']>([
    ['control: a green of a person no longer counts', ['green'], 'No', 'Ann', 'red'],
    ['control: a red that was taken back no longer counts', ['red', 'green'], 'Ann', 'No', 'green'],
    ['control: the rules decide if no person did', [], 'Ann', 'No', 'green'],
  ])('%s', async (_what, decisions, from, to, flag) => {
    const one = await openRuledCase(await ruledByName(), { [arrested]: 'no', fullName: from })
    for (const decision of decisions) await one.override(arrested, decision)
    await correctName(one, to)
    await correctName(one, from)
    expect(await one.flagOf(arrested)).toBe(flag)
    expect(await recount(one.portico)).toEqual([])
  })
})

it('the preview of a correction does not list a red that is kept, and the history says that it stays', async () => {
  const one = await openRuledCase(await ruledByName(), { [arrested]: 'no', fullName: 'No' })
  await one.override(arrested, 'green')
  await one.override(arrested, 'red')
  const preview = await one.preview({ fullName: 'Ann' })
  expect(preview.changes.map(({ identifier }) => identifier)).toEqual(['fullName'])
  expect(preview).toMatchObject({ flagAfter: 'in-progress', redAnswersAfter: 1 })
  await one.correctAtOnce({ fullName: 'Ann' })
  expect((await one.info()).history).toContainEqual(expect.objectContaining({ kind: 'correction', identifier: arrested, flag: 'red' }))
})

it('control: a red of a person on an answer that is itself corrected no longer counts', async () => {
  const one = await openRuledCase(await ruledByName(), { [arrested]: 'no', fullName: 'Ann' })
  await one.override(arrested, 'red')
  await one.correctAtOnce({ [arrested]: 'unsure' })
  expect(await state(one)).toEqual(['green', 'green'])
})

it.each<[string, string, 'red' | 'green']>([
  ['cannot be taken back there once the answer’s own flag changed', 'No', 'red'],
  ['control: can be taken back there after any other correction', 'Anne', 'green'],
])('a red that was decided at check-in %s', async (_what, fullName, flag) => {
  const one = await openRuledCase(await ruledByName(), { [arrested]: 'no', fullName: 'Ann' })
  const { answerId = 0 } = (await one.answerTo(arrested)) ?? {}
  const decide = (decided: 'red' | 'green') =>
    one.vera.rest('responses/submitWorkshopGreenDotAnswerOverride', { answerId, flag: decided, reason: 'Misheard.' })
  expect((await decide('red')).body).toEqual({ success: true, data: {} })
  await one.correctAtOnce({ fullName })
  expect((await decide('green')).body.success).toBe(flag === 'green')
  expect(await one.flagOf(arrested)).toBe(flag)
})
