import type { Difference, difference } from '@portico/shared/contract/questionnaires'
import type { Localized, QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { redChoices } from '@portico/shared/rules/red-rules'
import type { z } from 'zod'
import { formatCalculation } from '../import/constraints/calculation.ts'
import { formatCondition } from '../import/constraints/condition.ts'
import { formatConstraint } from '../import/constraints/constraint.ts'
import { formatRedRule } from '../import/metadata/red-rule-text.ts'
import { formatValidation } from '../import/metadata/validation-text.ts'

type Fact = z.output<typeof difference>['questionnaire'][number]
type Facts = ReadonlyMap<string, string>

/**
 * Returns the differences between two questionnaires, question by question in the order of the newer one, with removed questions last.
 * Texts are compared in every language; conditions and rules as written in files.
 */
export function differenceOf(before: QuestionnaireDefinition, after: QuestionnaireDefinition): Difference {
  const old = new Map(before.questions.map((question) => [question.identifier, question]))
  const now = new Map(after.questions.map((question) => [question.identifier, question]))
  const [oldPlaces, places] = [predecessorsAmong(before, now), predecessorsAmong(after, old)]
  const questions: Difference['questions'] = []
  for (const [identifier, question] of now) {
    const was = old.get(identifier)
    const facts = factsOf(question)
    if (!was) questions.push({ identifier, change: 'added', facts: [...changedFacts(new Map(), facts), ...newlyRed(undefined, question)] })
    else {
      const place = (known: Facts) => ['asked after', known.get(identifier) ?? ''] as const
      const changed = [
        ...changedFacts(new Map([...factsOf(was), place(oldPlaces)]), new Map([...facts, place(places)])),
        ...newlyRed(was, question),
      ]
      if (changed.length > 0) questions.push({ identifier, change: 'changed', facts: changed })
    }
  }
  for (const [identifier, question] of old) {
    if (!now.has(identifier)) questions.push({ identifier, change: 'removed', facts: changedFacts(factsOf(question), new Map()) })
  }
  return { questionnaire: changedFacts(factsOfWhole(before), factsOfWhole(after)), questions }
}

/** Returns what became red: the newly red choices or, for a new rule that is not about choices, the whole rule. */
function newlyRed(was: QuestionDefinition | undefined, now: QuestionDefinition): Fact[] {
  const known = was ? redChoices(was) : []
  const choices = redChoices(now).filter((value) => !known.includes(value))
  const rule = choices.length === 0 && now.redWhen && !was?.redWhen && redChoices(now).length === 0 ? formatRedRule(now.redWhen) : ''
  const after = choices.join(', ') || rule
  return after === '' ? [] : [{ what: 'newly red', before: '', after }]
}

/** Maps each common question to the common question before it. */
function predecessorsAmong({ questions }: QuestionnaireDefinition, others: ReadonlyMap<string, QuestionDefinition>): Facts {
  const common = questions.filter(({ identifier }) => others.has(identifier))
  return new Map(common.map(({ identifier }, index) => [identifier, common[index - 1]?.identifier ?? '']))
}

function changedFacts(before: Facts, after: Facts): Fact[] {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names
    .map((what) => ({ what, before: before.get(what) ?? '', after: after.get(what) ?? '' }))
    .filter((fact) => fact.before !== fact.after)
}

function factsOfWhole({ languages, defaultLanguage, title }: QuestionnaireDefinition): Facts {
  return new Map([['languages', languages.join(', ')], ['default language', defaultLanguage], ...textsOf('title', title)])
}

function factsOf(question: QuestionDefinition): Facts {
  const { options = [], followUp, askedWhen, constraint, validation, redWhen } = question
  const labels = options.flatMap(({ value, label }) => textsOf(`label of ${value}`, label))
  return new Map([
    ['type', question.type],
    ['number', question.questionNumber],
    ['required', question.required ? 'yes' : 'no'],
    ['whole numbers', question.integer ? 'yes' : ''],
    ['several lines', question.multiline ? 'yes' : ''],
    ...textsOf('text', question.text),
    ...textsOf('section', question.section),
    ...textsOf('hint', question.hint),
    ['choices', options.map(({ value, offeredFor }) => (offeredFor === undefined ? value : `${value} (for ${offeredFor})`)).join(', ')],
    ['choices follow', question.optionsBy ?? ''],
    ...labels,
    ['follow-up', followUp ? `${followUp.identifier}, asked for ${followUp.showWhen.join(', ')}` : ''],
    ['asked when', askedWhen ? formatCondition(askedWhen) : ''],
    ['calculation', question.calculation ? formatCalculation(question.calculation) : ''],
    ['default', question.defaultAnswer ?? ''],
    ['constraint', constraint ? formatConstraint(constraint) : ''],
    ...textsOf('constraint message', question.constraintMessage),
    ...textsOf('video', question.videoUrl),
    ['validation', validation ? formatValidation(validation) : ''],
    ['red when', redWhen ? formatRedRule(redWhen) : ''],
    ['reason of red', question.redReason ?? ''],
    ['guidance on red', question.redGuidance ?? ''],
    ['version of the rule', question.redVersion ?? ''],
    ['contact role', question.contactRole ?? ''],
  ])
}

function textsOf(what: string, text: Localized | undefined): [string, string][] {
  return Object.entries(text ?? {}).map(([code, written]) => [`${what} (${code})`, written])
}
