import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { describe, expect, it } from 'vitest'
import { buildRespondent } from '../../../../test/support/builders.ts'
import { openRuledCase, question, redWhenArrested } from '../../../../test/support/new-rules.ts'

const arrested = 'arrestedOrCited'

/** A calculation that counts the answers `yes`, and is red above this number. */
const score = (names: readonly [string, ...string[]], above = 0) =>
  question('score', {
    type: 'calculate',
    calculation: names.flatMap((answerTo, place) => [
      { answerTo },
      { text: 'yes' },
      { apply: '=', count: 2 } as const,
      ...(place > 0 ? [{ apply: '+', count: 2 } as const] : []),
    ]),
    redWhen: { op: 'greaterThan', value: above },
    redReason: 'Many.',
  })

/** These questions and those with these names: that on arrests is red if one of them is answered yes. */
const withRule = (questions: readonly QuestionDefinition[], ...names: string[]) => {
  const condition = names.map((identifier) => [{ identifier, op: '=' as const, value: 'yes' }])
  const ruled = { redWhen: { op: 'when' as const, condition }, redReason: 'Cited.' }
  return [...names.map((name) => question(name)), ...questions.map((one) => (one.identifier === arrested ? { ...one, ...ruled } : one))]
}

it.each<[string, Readonly<Record<string, string>>, 'red' | 'green']>([
  ['ends when a correction changes the result', { cited: 'yes' }, 'red'],
  ['is kept when a correction changes something else', { zipCode: '94086' }, 'green'],
])('a green for a calculation that newer rules calculate otherwise %s', async (_what, corrected, flag) => {
  const { questions } = await redWhenArrested('unsure')
  const base = [...questions, question('cited')]
  const one = await openRuledCase([...base, score(['deported'])], { [arrested]: 'yes' })
  await one.apply([...base, score([arrested, 'cited'])])
  expect(await one.flagOf('score')).toBe('red')
  await one.override('score', 'green')
  await one.correctAtOnce(corrected)
  expect(await one.flagOf('score')).toBe(flag)
})

it('a red that an admin restores after rules turned it green is kept when something else is corrected, until somebody reverses it', async () => {
  const [first, second] = [await redWhenArrested('yes'), await redWhenArrested('unsure')]
  const one = await openRuledCase(first.questions, { [arrested]: 'yes' })
  await one.apply(second.questions)
  expect(await one.flagOf(arrested)).toBe('green')
  await one.adam.call.agency.undoDecision({ respondent: one.respondent, version: (await one.info()).version })
  expect(await one.flagOf(arrested)).toBe('red')
  await one.correctAtOnce({ zipCode: '94086' })
  await one.apply(second.questions)
  expect([await one.flagOf(arrested), await one.flag()]).toEqual(['red', 'in-progress'])
  await one.override(arrested, 'green')
  await one.correctAtOnce({ zipCode: '94087' })
  expect(await one.flagOf(arrested)).toBe('green')
})

it('a green also ends when contact data is corrected that changes the result, as the person asked', async () => {
  const { questions } = await redWhenArrested('unsure')
  const one = await openRuledCase([...questions, score(['deported'])], { [arrested]: 'yes' })
  await one.apply([...questions, score([arrested, 'fullName'])])
  await one.override('score', 'green')
  await one.adam.call.privacy.recordRequest({ respondent: one.respondent, kind: 'correct', text: 'My name is Yes.' })
  const [asked] = (await one.adam.call.privacy.getRequestList({})).items
  const contact = { fullName: 'yes', email: 'one@respondents.example', phoneNumber: null }
  await one.adam.call.privacy.completeRequest({ id: asked?.id ?? 0, contact })
  expect(await one.flagOf('score')).toBe('red')
})

it.each<[string, 'correct' | 'apply']>([
  ['something else is corrected', 'correct'],
  ['the rules are applied again', 'apply'],
])('a green that a correction ended is none any longer if the red that followed is undone: red again once %s', async (_what, then) => {
  const { questions } = await redWhenArrested('yes')
  const one = await openRuledCase([...questions, question('cited')], { [arrested]: 'yes', cited: 'no' })
  const newer = withRule(questions, 'cited')
  await one.override(arrested, 'green')
  await one.apply(newer)
  await one.correctAtOnce({ cited: 'yes' })
  expect(await one.flagOf(arrested)).toBe('red')
  await one.adam.call.agency.undoDecision({ respondent: one.respondent, version: (await one.info()).version })
  expect(await one.flagOf(arrested)).toBe('green')
  if (then === 'correct') await one.correctAtOnce({ zipCode: '94086' })
  else await one.apply(newer)
  expect([await one.flagOf(arrested), await one.flag()]).toEqual(['red', 'in-progress'])
})

it('a red of a person that was taken back is restored by an undo of that, also after rules had decided before and because of it', async () => {
  const rules = async (...values: string[]) => (await redWhenArrested(...values)).questions
  const one = await openRuledCase(await rules('yes'), { [arrested]: 'unsure' })
  const undo = async () => one.adam.call.agency.undoDecision({ respondent: one.respondent, version: (await one.info()).version })
  await one.apply(await rules('yes', 'unsure'))
  await one.apply(await rules('yes'))
  await one.override(arrested, 'red')
  await one.apply(await rules('unsure'))
  one.portico.setTime('2026-11-21T20:30:00Z')
  await undo()
  expect(await one.flagOf(arrested)).toBe('red')
  one.portico.setTime('2026-11-21T20:31:00Z')
  await undo()
  expect([await one.flagOf(arrested), await one.flag()]).toEqual(['red', 'in-progress'])
  expect((await one.info()).history[0]).toMatchObject({ flag: 'red', reason: 'Seen.' })
})

it('rules decide at once where an undo of an undo takes back a person’s red, also if that had restored one of rules', async () => {
  const rules = async (...values: string[]) => (await redWhenArrested(...values)).questions
  const one = await openRuledCase(await rules('yes'), { [arrested]: 'unsure' })
  const undo = async ({ call } = one.adam) => call.agency.undoDecision({ respondent: one.respondent, version: (await one.info()).version })
  await one.apply(await rules('yes', 'unsure'))
  await one.apply(await rules('yes'))
  await undo()
  expect(await one.flagOf(arrested)).toBe('red')
  await one.apply(await rules('unsure'))
  one.portico.setTime('2026-11-21T20:30:00Z')
  await undo(one.ana)
  expect([await one.flagOf(arrested), await one.flag()]).toEqual(['red', 'in-progress'])
})

it('a green that was undone and restored is kept', async () => {
  const [first, second] = [await redWhenArrested('unsure'), await redWhenArrested('yes')]
  const one = await openRuledCase(first.questions, { [arrested]: 'yes' })
  const undo = async () => one.adam.call.agency.undoDecision({ respondent: one.respondent, version: (await one.info()).version })
  await one.apply(second.questions)
  await one.override(arrested, 'green')
  one.portico.setTime('2026-11-21T20:03:00Z')
  await undo()
  one.portico.setTime('2026-11-21T20:04:00Z')
  await undo()
  await one.correctAtOnce({ zipCode: '94086' })
  expect(await one.flagOf(arrested)).toBe('green')
})

describe('a green of an answer that was red for another reason ends when a correction makes it red by its own newer rule', () => {
  it('it bears a red calculation', async () => {
    const { questions } = await redWhenArrested('unsure')
    const one = await openRuledCase([...questions, question('cited')], { [arrested]: 'yes', cited: 'no' })
    await one.apply([...withRule(questions, 'cited'), score([arrested, 'deported'])])
    expect(await one.flagOf(arrested)).toBe('red')
    await one.override(arrested, 'green')
    await one.correctAtOnce({ cited: 'yes' })
    expect([await one.flagOf(arrested), await one.flag()]).toEqual(['red', 'in-progress'])
  })

  it('it would bear a red calculation, but was checked in when that was applied', async () => {
    const { questions } = await redWhenArrested('unsure')
    const one = await openRuledCase([...questions, question('cited')], { [arrested]: 'yes', cited: 'no' })
    await one.vera.call.workshops.respondentCheckIn({ respondent: one.respondent })
    await one.apply([...withRule(questions, 'cited'), score([arrested, 'deported'])])
    await one.correctAtOnce({ zipCode: '94086' })
    expect(await one.flagOf(arrested)).toBe('green')
    await one.correctAtOnce({ cited: 'yes' })
    expect(await one.flagOf(arrested)).toBe('red')
  })

  it.each<[string, string[], number]>([
    ['another answer bears a red calculation', ['cited'], 0],
    ['the rule names a new question', ['cited', 'brandNew'], 9],
  ])('it was red on arrival, and %s', async (_what, names, above) => {
    const { questions } = await redWhenArrested('yes')
    const one = await openRuledCase([...questions, question('cited')], { [arrested]: 'yes', cited: 'no' })
    await one.override(arrested, 'green')
    await one.apply([...withRule(questions, ...names), score([arrested, 'deported'], above)])
    expect(await one.flagOf(arrested)).toBe('green')
    await one.correctAtOnce({ cited: 'yes' })
    expect([await one.flagOf(arrested), await one.flag()]).toEqual(['red', 'in-progress'])
  })
})

it('a correction of somebody checked in is judged by a calculation that newer rules calculate otherwise', async () => {
  const { questions } = await redWhenArrested('unsure')
  const base = [...questions, question('cited')]
  const one = await openRuledCase([...base, score(['deported'])], { [arrested]: 'yes' })
  await one.vera.call.workshops.respondentCheckIn({ respondent: one.respondent })
  await one.apply([...base, score([arrested, 'cited'])])
  await one.correctAtOnce({ zipCode: '94086' })
  expect(await one.flagOf('score')).toBe('green')
  await one.correctAtOnce({ cited: 'yes' })
  expect(await one.flagOf('score')).toBe('red')
})

it('what rules decide because of a correction is no news to whoever made it', async () => {
  const [first, second] = [await redWhenArrested('yes'), await redWhenArrested('unsure')]
  const one = await openRuledCase(first.questions, { [arrested]: 'no' })
  await one.apply(second.questions)
  const { version } = await one.info()
  await one.correctAtOnce({ [arrested]: 'unsure' })
  expect((await one.info()).history).toMatchObject([{ own: true }, { own: true }])
  const answerId = (await one.answerTo(arrested))?.answerId ?? 0
  await one.adam.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason: 'Seen.', basedOn: version })
  expect(await one.flagOf(arrested)).toBe('green')
})

it('a red of a person is kept whatever rules and corrections of other answers make of the result', async () => {
  const { questions } = await redWhenArrested('unsure')
  const base = [...questions, question('cited')]
  const one = await openRuledCase([...base, score(['deported'])], { [arrested]: 'yes' })
  await one.override('score', 'red')
  await one.apply([...base, score([arrested, 'cited'])])
  await one.correctAtOnce({ cited: 'yes' })
  await one.apply([...base, score([arrested, 'cited'], 5)])
  expect([await one.flagOf('score'), await one.flag()]).toEqual(['red', 'in-progress'])
})

it('what rules decided in the name of an admin is news to that admin as well', async () => {
  const { questions } = await redWhenArrested('yes')
  const one = await openRuledCase(questions, { [arrested]: 'yes', deported: 'yes' })
  const seen = await one.info()
  const { answerId } = seen.answerFlags.flaggedAnswers.find(({ identifier }) => identifier === arrested) ?? {}
  await one.apply([...questions, score([arrested, 'deported'], 1)])
  expect((await one.info()).history).toMatchObject([{ own: false }])
  for (const person of [one.ana, one.adam]) {
    const { body } = await person.rest('agency/submitAnswerOverride', { answerId, flag: 'green', reason: 'Seen.', basedOn: seen.version })
    expect(body).toMatchObject({ error_id: 'CASE_CHANGED' })
  }
})

it('a correction is refused if rules were applied since its preview that change its consequences but not the case', async () => {
  const [first, second] = [await redWhenArrested('yes'), await redWhenArrested('unsure')]
  const one = await openRuledCase(first.questions, { [arrested]: 'no' })
  const corrected = { [arrested]: 'unsure' }
  const before = await one.preview(corrected)
  expect(before).toMatchObject({ rulesVersion: 0, flagAfter: 'green' })
  await one.apply(second.questions)
  expect(await one.correct(corrected, before)).toMatchObject({ error_id: 'CASE_CHANGED' })
  const after = await one.preview(corrected)
  expect(after).toMatchObject({ version: before.version, rulesVersion: 2, flagAfter: 'in-progress' })
  expect(await one.correct(corrected, after)).toMatchObject({ success: true })
  expect(await one.flag()).toBe('in-progress')
})

it('an invitation that waited while rules made the respondent red is sent once newer rules make them green', async () => {
  const [first, second] = [await redWhenArrested('yes'), await redWhenArrested('unsure')]
  const { portico, apply, flag } = await openRuledCase(first.questions, { [arrested]: 'unsure' })
  const sent = () => portico.outbox.filter(({ to }) => to === 'one@respondents.example').length
  portico.mailWorks(false)
  await apply(second.questions)
  portico.mailWorks(true)
  portico.setTime('2026-11-21T20:09:00Z')
  await portico.drain()
  expect([await flag(), sent()]).toEqual(['in-progress', 0])
  await apply(first.questions)
  portico.setTime('2026-11-21T20:10:00Z')
  await portico.drain()
  expect([await flag(), sent()]).toEqual(['green', 1])
})

it('whoever was told to come under a case that was merged is telephoned when rules make the kept one red', async () => {
  const [first, second] = [await redWhenArrested('yes'), await redWhenArrested('unsure')]
  const { portico, adam, respondent, apply, flag } = await openRuledCase(first.questions, { [arrested]: 'unsure', email: '' })
  const told = { anonymousId: await buildRespondent(portico, { [arrested]: 'unsure', email: 'told@respondents.example' }) }
  await portico.drain()
  const between = { anonymousId: await buildRespondent(portico, { [arrested]: 'unsure', email: '' }) }
  await adam.call.corrections.mergeRespondents({ respondent: told, into: between, reason: 'Same person.' })
  await adam.call.corrections.mergeRespondents({ respondent: between, into: respondent, reason: 'Same person.' })
  await apply(second.questions)
  expect(await flag()).toBe('in-progress')
  expect(await portico.sql(`select must_telephone from respondent where anonymous_id = $1`, [respondent.anonymousId])).toEqual([
    { must_telephone: true },
  ])
})
