import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { buildQuestionnaire, questionnaireName, sampleDefinition } from './builders.ts'
import type { Person, Portico } from './harness.ts'

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
