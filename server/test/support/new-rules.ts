import type { QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { expect } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, questionnaireName, sampleDefinition } from './builders.ts'
import { openPortico, type Person, type Portico } from './harness.ts'

/** Returns the sample in which only these answers to the question on arrests are red. */
export async function redWhenArrested(...values: string[]): Promise<QuestionnaireDefinition> {
  const sample = await sampleDefinition()
  const questions = sample.questions.map((question) =>
    question.identifier === 'arrestedOrCited' ? { ...question, redWhen: { op: 'in' as const, values } } : question,
  )
  return { ...sample, questions }
}

/** An admin of a portal, who publishes versions of a questionnaire; of the sample if there is no `name`. */
export interface RulesMaker {
  readonly portico: Portico
  readonly adam: Person
  readonly name?: string
}

/** Publishes a version in which only these answers to the question on arrests are red, and previews it; returns the id of the preview. */
export async function previewRules({ portico, adam, name = questionnaireName }: RulesMaker, ...values: string[]): Promise<number> {
  const questionnaireId = await buildQuestionnaire(portico, name, await redWhenArrested(...values))
  const { id } = await adam.call.responses.previewNewRules({ questionnaireId })
  await portico.drain()
  return id
}

/** Applies previewed rules to open cases. */
export async function applyPreviewed({ portico, adam }: RulesMaker, id: number): Promise<void> {
  await adam.call.responses.applyNewRules({ id })
  await portico.drain()
}

/** Returns a text question; `more` replaces parts of it. */
export function question(identifier: string, more: Partial<QuestionDefinition> = {}): QuestionDefinition {
  return { identifier, questionNumber: '', type: 'input', required: false, text: { en: identifier }, ...more }
}

/** Opens a portal with one respondent to a version with these questions; returns what tests need to change its rules and to decide. */
export async function openRuledCase(first: readonly QuestionDefinition[], answers: Readonly<Record<string, string>>) {
  const portico = await openPortico()
  const [adam, ana, vera] = [await portico.as('adam'), await portico.as('ana'), await portico.as('vera')]
  const sample = await sampleDefinition()
  const store = (questions: readonly QuestionDefinition[]) => buildQuestionnaire(portico, questionnaireName, { ...sample, questions })
  await store(first)
  await buildWorkshop(portico)
  const respondent = { anonymousId: await buildRespondent(portico, { email: 'one@respondents.example', ...answers }) }
  let minute = 0
  const pass = () => portico.setTime(new Date(Date.UTC(2026, 10, 21, 20, (minute += 1))).toISOString())
  const info = () => adam.call.responses.getRespondentAnswerInfo({ respondent })
  const answerTo = async (name: string) => (await info()).answerFlags.flaggedAnswers.find(({ identifier }) => identifier === name)
  const preview = (corrected: Readonly<Record<string, string>>) =>
    adam.call.corrections.previewCorrection({ respondent, answers: corrected })
  const correct = async (
    corrected: Readonly<Record<string, string>>,
    { version, rulesVersion }: { version: number; rulesVersion: number },
  ) => (await adam.rest('corrections/correctAnswers', { respondent, answers: corrected, reason: 'Misread.', version, rulesVersion })).body
  /** Publishes the next version, and returns the preview of its rules. */
  const publish = async (questions: readonly QuestionDefinition[]) => {
    const { id } = await adam.call.responses.previewNewRules({ questionnaireId: await store(questions) })
    await portico.drain()
    return adam.call.questionnaires.getRuleTrial({ id })
  }
  return {
    portico,
    adam,
    ana,
    vera,
    respondent,
    info,
    answerTo,
    preview,
    correct,
    publish,
    /** Corrects as previewed just before. */
    correctAtOnce: async (corrected: Readonly<Record<string, string>>) =>
      expect(await correct(corrected, await preview(corrected))).toMatchObject({ success: true }),
    apply: async (questions: readonly QuestionDefinition[]) => {
      pass()
      const previewed = await publish(questions)
      await applyPreviewed({ portico, adam }, previewed.id)
      pass()
      return previewed
    },
    override: async (name: string, flag: 'red' | 'green') =>
      adam.call.agency.submitAnswerOverride({ answerId: (await answerTo(name))?.answerId ?? 0, flag, reason: 'Seen.' }),
    flagOf: async (name: string) => (await answerTo(name))?.effectiveFlag,
    flag: async () => (await adam.call.responses.getResponseForAdmin({ respondent })).flag.current,
  }
}
