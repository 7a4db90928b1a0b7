import type { QuestionDefinition, RedRule } from '@portico/shared/rules/definition'
import { describe, expect, it } from 'vitest'
import { buildRespondent } from '../../../test/support/builders.ts'
import { openRuledCase, question, redWhenArrested } from '../../../test/support/new-rules.ts'
import { buildWebhook, openReceiver } from '../../../test/support/webhooks.ts'
import { recount } from '../../../test/support/recount.ts'

const named: RedRule = { op: 'when', condition: [[{ identifier: 'fullName', op: '=', value: 'No' }]] }
const anyName: RedRule = { op: 'answered' }

async function withRuleOnName(redWhen: RedRule) {
  const { questions } = await redWhenArrested('unsure')
  return questions.map((one) => (one.identifier === 'fullName' ? { ...one, redWhen, redReason: 'Named.' } : one))
}

async function withRuleOnArrest() {
  const { questions } = await redWhenArrested('unsure')
  return questions.map((one) => (one.identifier === 'arrestedOrCited' ? { ...one, redWhen: named, redReason: 'Named.' } : one))
}

async function withCalculationOfName() {
  const { questions } = await redWhenArrested('unsure')
  const calculation = [{ answerTo: 'fullName' }, { text: 'No' }, { apply: '=', count: 2 }] as const
  return [...questions, question('isNo', { type: 'calculate', calculation, redWhen: { op: 'greaterThan', value: 0 }, redReason: 'Named.' })]
}

type OpenCase = Awaited<ReturnType<typeof openRuledCase>>
const whiles = ['open', 'merged', 'withdrawn', 'stopped'] as const
type While = (typeof whiles)[number]

/** Corrects the name in this state, and returns the case to the others. `onceCorrected` is called in between. */
async function correctName(
  { portico, adam, respondent }: OpenCase,
  how: While,
  { fullName, onceCorrected }: { readonly fullName: string; readonly onceCorrected?: () => Promise<void> },
): Promise<void> {
  const complete = async (kind: 'correct' | 'stop' | 'resume', more = {}) => {
    await adam.call.privacy.recordRequest({ respondent, kind, text: 'By telephone.' })
    const { items } = await adam.call.privacy.getRequestList({})
    await adam.call.privacy.completeRequest({ id: items.find((item) => item.kind === kind)?.id ?? 0, ...more })
  }
  const into = { anonymousId: await buildRespondent(portico, { email: 'two@respondents.example' }) }
  if (how === 'merged') await adam.call.corrections.mergeRespondents({ respondent, into, reason: 'Same person.' })
  if (how === 'withdrawn') await adam.call.corrections.withdrawRespondent({ respondent, reason: 'Asked.' })
  if (how === 'stopped') await complete('stop')
  await complete('correct', { contact: { fullName, email: 'one@respondents.example', phoneNumber: null } })
  await onceCorrected?.()
  if (how === 'merged' || how === 'withdrawn') await adam.call.corrections.returnRespondent({ respondent })
  if (how === 'stopped') await complete('resume')
}

const stored = async ({ portico, respondent }: OpenCase) =>
  (await portico.sql('select current_flag, current_reds from respondent where anonymous_id = $1', [respondent.anonymousId]))[0]
const inProgress = { current_flag: 'in-progress', current_reds: 1 }

describe.each(whiles)('a name that is corrected while the case is %s', (how) => {
  it('ends a green on the answer', async () => {
    const one = await openRuledCase(await withRuleOnName(anyName), { fullName: 'Ann' })
    await one.override('fullName', 'green')
    await correctName(one, how, { fullName: 'Anne' })
    expect([await one.flagOf('fullName'), await stored(one)]).toEqual(['red', inProgress])
    expect(await recount(one.portico)).toEqual([])
  })

  it.each<[string, () => Promise<QuestionDefinition[]>, string]>([
    ['on the name', () => withRuleOnName(named), 'fullName'],
    ['on another answer', withRuleOnArrest, 'arrestedOrCited'],
    ['on a calculation', withCalculationOfName, 'isNo'],
  ])('is judged by the rules of the answered version: %s', async (_what, questions, name) => {
    const one = await openRuledCase(await questions(), { arrestedOrCited: 'no', fullName: 'Ann' })
    expect(await stored(one)).toEqual({ current_flag: 'green', current_reds: 0 })
    await correctName(one, how, { fullName: 'No' })
    expect([await one.flagOf(name), await stored(one)]).toEqual(['red', inProgress])
    expect(await recount(one.portico)).toEqual([])
  })

  it('leaves out an answer to a question that is no longer asked', async () => {
    const { questions } = await redWhenArrested('unsure')
    const condition = [[{ identifier: 'cited', op: '=', value: 'yes', not: true }]] as const
    const ruled = questions.map((one) =>
      one.identifier === 'arrestedOrCited' ? { ...one, redWhen: { op: 'when', condition } as const, redReason: 'Not cited.' } : one,
    )
    const cited = question('cited', { askedWhen: [[{ identifier: 'fullName', op: '=', value: 'Ann' }]] })
    const first = ruled.findIndex((one) => one.identifier === 'arrestedOrCited')
    const one = await openRuledCase(ruled.toSpliced(first, 0, cited), { arrestedOrCited: 'no', fullName: 'Ann', cited: 'yes' })
    expect(await stored(one)).toEqual({ current_flag: 'green', current_reds: 0 })
    await correctName(one, how, { fullName: 'Bob' })
    expect([await one.flagOf('arrestedOrCited'), await stored(one)]).toEqual(['red', inProgress])
  })

  it('is counted under the language of the submission if no language is asked for any longer', async () => {
    const { questions } = await redWhenArrested('unsure')
    const [name, others] = [
      questions.filter((one) => one.identifier === 'fullName'),
      questions.filter((one) => one.identifier !== 'fullName'),
    ]
    const askedWhen = [[{ identifier: 'fullName', op: '=', value: 'Ann' }]] as const
    const conditional = others.map((one) => (one.identifier === 'contactLanguage' ? { ...one, required: false, askedWhen } : one))
    const one = await openRuledCase([...name, ...conditional], { fullName: 'Ann', contactLanguage: 'es' })
    await correctName(one, how, { fullName: 'Bob' })
    expect(await recount(one.portico)).toEqual([])
  })

  it('revokes a force-green if the answer is red', async () => {
    const one = await openRuledCase(await withRuleOnName(anyName), { fullName: 'Ann' })
    await one.override('fullName', 'green')
    await one.adam.call.agency.submitRespondentStatusOverride({ respondent: one.respondent, status: { flag: 'green' } })
    await correctName(one, how, { fullName: 'Anne' })
    expect([await one.flagOf('fullName'), await stored(one)]).toEqual(['red', inProgress])
  })

  it('revokes a force-green that no undo restores together with what rules decided', async () => {
    const one = await openRuledCase((await redWhenArrested('yes')).questions, { arrestedOrCited: 'yes', fullName: 'Ann' })
    await one.override('arrestedOrCited', 'green')
    await one.apply(await withRuleOnArrest())
    await one.adam.call.agency.submitRespondentStatusOverride({ respondent: one.respondent, status: { flag: 'green' } })
    await correctName(one, how, { fullName: 'No' })
    expect(await stored(one)).toEqual(inProgress)
    if (how !== 'open' && how !== 'stopped') return
    await one.adam.call.agency.undoDecision({ respondent: one.respondent, version: (await one.info()).version })
    expect(await one.portico.sql('select forced_flag from respondent where anonymous_id = $1', [one.respondent.anonymousId])).toEqual([
      { forced_flag: null },
    ])
  })

  it('ends a red of rules that were applied', async () => {
    const one = await openRuledCase((await redWhenArrested('unsure')).questions, { fullName: 'No' })
    await one.apply(await withRuleOnName(named))
    expect(await stored(one)).toEqual(inProgress)
    await correctName(one, how, { fullName: 'Ann' })
    expect(await stored(one)).toEqual({ current_flag: 'green', current_reds: 0 })
  })

  it('ends a green on another answer that rules which were applied make red because of it', async () => {
    const one = await openRuledCase((await redWhenArrested('yes')).questions, { arrestedOrCited: 'yes', fullName: 'Ann' })
    await one.override('arrestedOrCited', 'green')
    await one.apply(await withRuleOnArrest())
    expect(await one.flagOf('arrestedOrCited')).toBe('green')
    await correctName(one, how, { fullName: 'No' })
    expect([await one.flagOf('arrestedOrCited'), await stored(one)]).toEqual(['red', inProgress])
  })

  it('is told to receivers of events only while the case is open, and needs an agency only then', async () => {
    const receiver = await openReceiver()
    const one = await openRuledCase(await withRuleOnArrest(), { arrestedOrCited: 'no', fullName: 'Ann' })
    await buildWebhook(one.portico, { url: receiver.url })
    const agencyOf = async () =>
      (await one.portico.sql('select agency_id from respondent where anonymous_id = $1', [one.respondent.anonymousId]))[0]?.['agency_id']
    const seen: unknown[] = []
    const onceCorrected = async () => {
      await one.portico.drain()
      const own = receiver.received.filter(({ message }) => message.data.anonymousId === one.respondent.anonymousId)
      seen.push((await agencyOf()) !== null, ...own.map(({ message }) => message.type))
    }
    await correctName(one, how, { fullName: 'No', onceCorrected })
    expect(seen).toEqual(how === 'open' ? [true, 'respondent.decided', 'respondent.flag_changed'] : [false, 'respondent.withdrawn'])
    expect(await agencyOf()).not.toBeNull()
  })

  it('has whoever turns green because of it invited once the case is open', async () => {
    const one = await openRuledCase(await withRuleOnName(named), { fullName: 'No' })
    await correctName(one, how, { fullName: 'Ann' })
    expect(await stored(one)).toEqual({ current_flag: 'green', current_reds: 0 })
    one.portico.setTime('2026-11-21T21:00:00Z')
    await one.portico.drain()
    // Of merged cases both have the address now, and both are welcome once they are separated.
    expect(one.portico.outbox.filter(({ to }) => to === 'one@respondents.example').length).toBe(how === 'merged' ? 2 : 1)
  })
})
