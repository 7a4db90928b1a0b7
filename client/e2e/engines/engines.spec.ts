import type { Question } from '@portico/shared/contract/questionnaires'
import { askedOf } from '../support/answering.ts'
import { greenAnswers } from '../support/answers.ts'
import { password, type Calls } from '../support/calls.ts'
import { openWorkshop, sampleQuestionnaire } from '../support/fixtures.ts'
import { missingOffline } from '../support/offline.ts'
import { expect, test } from '../support/people.ts'
import { engines, type EngineDevice, type EngineWindow } from './engine.ts'
import { Relay } from './relay.ts'
import { fieldOf, Respondent } from './respondent.ts'

test.describe.configure({ timeout: 240_000 })

const language = 'es'

for (const { name, missing, engine } of engines()) {
  test(
    `${name}: a respondent gets from the first page to the receipt despite interruptions`,
    { tag: '@long' },
    async ({ baseURL, calls }) => {
      test.skip(missing !== undefined, `${missing} is not installed`)
      const way = await journeyOf(calls)
      const relay = await Relay.open(baseURL ?? '')
      const devices: EngineDevice[] = []
      const newDevice = async () => {
        const device = await engine().newDevice()
        devices.push(device)
        return device
      }
      try {
        const device = await newDevice()
        const first = await arrive(await device.newWindow(), relay.origin)
        await first.window.open(relay.origin + way.path)
        await first.pressButton('questionnaire.start')
        await answer(first, way.asked.slice(0, 12))
        const again = await interrupted(first, device, relay, way)
        await answer(again, way.asked.slice(12, 30))
        const other = await onAnotherDevice(again, await newDevice(), relay.origin + way.path)
        await answer(other, way.asked.slice(30))
        await other.pressButton('questionnaire.send.action')
        await expectOnly(calls, way.workshop, await other.number())
        await other.window.open(relay.origin + way.path)
        await other.number()
      } finally {
        for (const device of devices) await device.close()
        await relay.close()
      }
    },
  )

  test(`${name}: signing in, keeping the session, and signing out`, { tag: '@long' }, async ({ baseURL }) => {
    test.skip(missing !== undefined, `${missing} is not installed`)
    const device = await engine().newDevice()
    try {
      const person = new Respondent(await device.newWindow(), 'en')
      await person.window.open(`${baseURL}/authentication/sign-in`)
      await person.type('input[type="email"]', 'ana@portico.example')
      await person.type('input[type="password"]', 'not the password')
      await person.press('button', 'Login')
      await person.expectShown({ selector: 'p', text: 'Invalid email or password' })
      await person.type('input[type="password"]', password)
      await person.press('button', 'Login')
      await person.expectHeading('Respondents to Review')
      await person.expectShown({ selector: '[role="rowheader"], th[scope="row"]' })
      await person.window.open(`${baseURL}/home/agency/workshop`)
      await person.expectHeading('Workshop Respondent List')
      await person.window.open(`${baseURL}/authentication/sign-out`)
      await person.press('button', 'Sign Out')
      await person.expectHeading('Welcome')
      await person.window.open(`${baseURL}/home/agency/inprogress`)
      await person.expectHeading('Welcome')
    } finally {
      await device.close()
    }
  })
}

interface Journey {
  readonly workshop: string
  readonly path: string
  readonly asked: readonly Question[]
}

async function journeyOf(calls: Calls): Promise<Journey> {
  const workshop = await openWorkshop(calls)
  const input = { name: sampleQuestionnaire, languageCode: language }
  const { questions } = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', input)
  return { workshop, path: `/workshops/${workshop}/questionnaire/${sampleQuestionnaire}`, asked: askedOf(questions, greenAnswers) }
}

/** Opens the first page, chooses the language, goes to the list of open questionnaires, and waits until the offline files are cached. */
async function arrive(window: EngineWindow, origin: string): Promise<Respondent> {
  await window.open(origin)
  await new Respondent(window, 'en').press('header button', 'Language: English')
  const person = new Respondent(window, language)
  await person.press(`header ul button[lang="${language}"]`)
  await expect.poll(() => window.run(() => document.documentElement.lang)).toBe(language)
  await person.press('main a', person.text('landing.start'))
  await person.expectHeading(person.text('citizenship.title'))
  await expect.poll(() => window.run(missingOffline, language), { timeout: 30_000 }).toBe(0)
  return person
}

async function answer(person: Respondent, questions: readonly Question[]): Promise<void> {
  for (const question of questions) {
    await person.answer(question, greenAnswers[question.identifier] ?? '')
    await expect.poll(() => person.kept(question), { message: question.identifier }).toBe(greenAnswers[question.identifier])
    await person.pressButton('questionnaire.goOn')
  }
}

/** Interrupts with a reload, a closed window and a lost connection while the next question is answered. */
async function interrupted(person: Respondent, device: EngineDevice, relay: Relay, { path, asked }: Journey): Promise<Respondent> {
  const next = asked[12] as Question
  await person.answer(next, greenAnswers[next.identifier] ?? '')
  await person.window.open(relay.origin + path)
  await person.expectShown({ selector: fieldOf(next) })
  const again = new Respondent(await device.newWindow(), language)
  await person.window.close()
  await again.window.open(relay.origin + path)
  await again.expectShown({ selector: fieldOf(next) })
  relay.cut()
  await again.window.open(relay.origin + path)
  await again.expectShown({ selector: fieldOf(next) })
  expect(await again.kept(next)).toBe(greenAnswers[next.identifier])
  await answer(again, asked.slice(12, 15))
  relay.restore()
  for (let back = 0; back < 3; back += 1) await again.pressButton('questionnaire.back')
  return again
}

/** Saves the answers under a code and continues on another device. */
async function onAnotherDevice(person: Respondent, device: EngineDevice, address: string): Promise<Respondent> {
  await person.pressButton('questionnaire.transfer.leave')
  await person.pressButton('questionnaire.transfer.make')
  await person.expectShown({ selector: '[data-code]' })
  const code = await person.window.run(() => document.querySelector('[data-code]')?.textContent ?? '')
  const window = await device.newWindow()
  const origin = new URL(address).origin
  await arrive(window, origin)
  const other = new Respondent(window, language)
  await window.open(address)
  await other.pressButton('questionnaire.transfer.receive')
  await other.type('main input', code.toLowerCase())
  await other.pressButton('questionnaire.transfer.fetch')
  return other
}

/** Expects the workshop to have exactly one submission, with these answers and this number. */
async function expectOnly(calls: Calls, workshop: string, anonymousId: string): Promise<void> {
  const list = await calls.data('adam', 'responses/getAllResponses', { name: workshop })
  expect(list.items.map((item: { respondent: { anonymousId: string } }) => item.respondent.anonymousId)).toEqual([anonymousId])
  const { answerFlags } = await calls.data('adam', 'responses/getRespondentAnswerInfo', { respondent: { anonymousId } })
  const stored = (answerFlags.flaggedAnswers as { identifier: string; originalValue: string }[])
    .map((one) => [one.identifier, one.originalValue])
    .filter(([, value]) => value)
  expect(Object.fromEntries(stored)).toEqual(greenAnswers)
}
