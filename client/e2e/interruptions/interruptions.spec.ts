import { greenAnswers } from '../support/answers.ts'
import { expect, test } from '../support/people.ts'
import { Journey } from './journey.ts'

test.describe.configure({ timeout: 600_000 })

/** The seed is fixed; `PORTICO_SEED=7` sets another one. */
const seed = Number(process.env['PORTICO_SEED'] ?? 1)

for (const { title, from, tag, least } of [
  { title: 'answers survive what comes between, and are sent once', from: 'politicalGroups', tag: [], least: 12 },
  { title: 'answers survive 50 interruptions, and are sent once', from: 'consentToShare', tag: ['@long'], least: 50 },
]) {
  test(`${title} (seed ${seed})`, { tag }, async ({ visit, calls }) => {
    const journey = await Journey.begin(visit, calls, from, seed)
    expect(await journey.answerFrom(from), 'lost').toBeUndefined()
    const number = await journey.send()
    expect(journey.count).toBeGreaterThanOrEqual(least)
    const list = await calls.data('adam', 'responses/getAllResponses', { name: journey.workshop })
    expect(list.items.map((item: any) => item.respondent.anonymousId)).toEqual([number])
    const info = await calls.data('adam', 'responses/getRespondentAnswerInfo', { respondent: { anonymousId: number } })
    const stored = info.answerFlags.flaggedAnswers
      .map((one: any) => [one.identifier, one.originalValue])
      .filter(([, value]: string[]) => value)
    expect(Object.fromEntries(stored)).toEqual(greenAnswers)
    const left = await journey.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('portico.answer')))
    expect(left, 'answers left on the device').toEqual([])
  })
}

for (const [kind, tag] of [
  ['a reload', []],
  ['a killed tab', ['@long']],
] as const) {
  test(`control: without drafts on the device ${kind} loses an answer`, { tag: [...tag] }, async ({ visit, calls }) => {
    const journey = await Journey.begin(visit, calls, 'householdSize', seed)
    await journey.page.context().addInitScript(() => {
      const setItem = Object.getOwnPropertyDescriptor(Storage.prototype, 'setItem')?.value
      Storage.prototype.setItem = function (key, value) {
        if (!key.startsWith('portico.answer.')) setItem.call(this, key, value)
      }
    })
    await journey.page.reload()
    expect(await journey.answerFrom('householdSize', [kind])).toBe(`householdSize after ${kind}`)
  })
}
