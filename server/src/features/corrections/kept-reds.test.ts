import { describe, expect, it } from 'vitest'
import { openRuledCase, question, redWhenArrested } from '../../../test/support/new-rules.ts'
import { recount } from '../../../test/support/recount.ts'

const arrested = 'arrestedOrCited'

/** Red on arrests if this question has this answer. */
async function ruledBy(identifier: string, value: string) {
  const { questions } = await redWhenArrested('unsure')
  const redWhen = { op: 'when' as const, condition: [[{ identifier, op: '=' as const, value }]] }
  const ruled = questions.map((one) => (one.identifier === arrested ? { ...one, redWhen, redReason: `${identifier} is ${value}.` } : one))
  return [...ruled, question('cited'), question('sentenced')]
}

const ruledByName = () => ruledBy('fullName', 'No')

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

describe('a red of a person on a calculation', () => {
  const joined = question('joined', {
    type: 'calculate',
    calculation: [{ answerTo: 'cited' }, { answerTo: 'fullName' }, { apply: 'concat', count: 2 }],
    redWhen: { op: 'when', condition: [[{ identifier: 'cited', op: '=', value: 'yes' }]] },
    redReason: 'Cited.',
  })
  const open = async () => {
    const one = await openRuledCase([...(await ruledByName()), joined], { cited: 'no', fullName: 'Ann' })
    await one.override('joined', 'red')
    return one
  }

  it.each(Object.entries(ways))('is kept when its result changes because another answer is corrected %s', async (_way, correctName) => {
    const one = await open()
    await correctName(one, 'Bea')
    expect([await one.answerTo('joined'), await one.flag()]).toMatchObject([
      { originalValue: 'noBea', effectiveFlag: 'red' },
      'in-progress',
    ])
    expect(await recount(one.portico)).toEqual([])
    await one.override('joined', 'green')
    expect(await one.flag()).toBe('green')
  })

  it('is listed by the preview with both results', async () => {
    const { changes } = await (await open()).preview({ fullName: 'Bea' })
    expect(changes).toContainEqual({ identifier: 'joined', before: 'noAnn', after: 'noBea', flagBefore: 'red', flagAfter: 'red' })
  })

  it.each<[string, readonly string[], 'red' | 'green']>([
    ['is kept while the rules are uncertain', ['cited', 'asked'], 'red'],
    ['control: ends once they are not', ['cited'], 'green'],
  ])('of rules, whose result changes, %s', async (_what, names, flag) => {
    const plain = { ...joined, redWhen: { op: 'when', condition: [[{ identifier: 'cited', op: '=', value: 'never' }]] } } as const
    const one = await openRuledCase([...(await ruledByName()), plain], { cited: 'yes', fullName: 'Ann' })
    const condition = names.map((identifier) => [{ identifier, op: '=' as const, value: 'yes' }])
    await one.apply([
      ...(await ruledByName()),
      ...names.slice(1).map((name) => question(name)),
      { ...joined, redWhen: { op: 'when', condition } },
    ])
    expect(await one.flagOf('joined')).toBe('red')
    await one.correctAtOnce({ cited: 'no' })
    expect(await one.flagOf('joined')).toBe(flag)
    expect(await recount(one.portico)).toEqual([])
  })

  it('control: a green ends, also if the result then is red', async () => {
    const one = await openRuledCase([...(await ruledByName()), joined], { cited: 'yes', fullName: 'Ann' })
    await one.override('joined', 'green')
    await one.correctAtOnce({ fullName: 'Bea' })
    expect([await one.flagOf('joined'), await one.flag()]).toEqual(['red', 'in-progress'])
  })
})

it.each(['Undone.', 'Undone'])('a red that a correction with the reason “%s” keeps is kept by the next', async (reason) => {
  const one = await openRuledCase(await ruledByName(), { [arrested]: 'no', fullName: 'Ann' })
  await one.override(arrested, 'red')
  for (const fullName of ['No', 'Ann']) {
    const { version } = await one.preview({ fullName })
    await one.adam.call.corrections.correctAnswers({ respondent: one.respondent, answers: { fullName }, reason, version })
  }
  expect(await state(one)).toEqual(['red', 'in-progress'])
})

it('nobody can give the reason of an undo for a decision on an answer', async () => {
  const one = await openRuledCase(await ruledByName(), { [arrested]: 'no' })
  const { answerId = 0 } = (await one.answerTo(arrested)) ?? {}
  const { body } = await one.adam.rest('agency/submitAnswerOverride', { answerId, flag: 'red', reason: ' Undone. ' })
  expect(body).toMatchObject({ error_id: 'VALIDATION_ERROR' })
})

it('a green that reversed a red kept by a correction is not kept against newer rules, whatever rules had decided before', async () => {
  const one = await openRuledCase(await ruledByName(), { [arrested]: 'no', fullName: 'No', cited: 'yes' })
  await one.apply(await ruledBy('cited', 'yes'))
  await one.override(arrested, 'green')
  await one.override(arrested, 'red')
  await one.correctAtOnce({ cited: 'no', fullName: 'Ann' })
  expect(await one.flagOf(arrested)).toBe('red')
  await one.override(arrested, 'green')
  await one.apply(await ruledBy('cited', 'no'))
  expect(await state(one)).toEqual(['red', 'in-progress'])
})

it.each<[string, string[], 'red' | 'green']>([
  ['is kept while newer rules are uncertain, though its own flag changes there and back', ['No', 'Ann'], 'red'],
  ['control: ends when an answer that decides it is corrected', ['Ann', 'Bea'], 'green'],
])('a red of rules %s', async (_what, names, flag) => {
  const one = await openRuledCase(await ruledByName(), { [arrested]: 'no', fullName: 'Anne', cited: 'yes' })
  await one.apply(await ruledBy('cited', 'yes'))
  if (flag === 'red') await one.apply([...(await ruledBy('asked', 'yes')), question('asked')])
  else await one.correctAtOnce({ cited: 'no' })
  for (const fullName of names) await one.correctAtOnce({ fullName })
  expect(await one.flagOf(arrested)).toBe(flag)
  expect(await recount(one.portico)).toEqual([])
})
