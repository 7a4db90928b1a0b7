/** The eleven question types (shared/spec/product.md#question-types). */
export const questionTypes = [
  'radio',
  'radioWithFollowUp',
  'phoneNumber',
  'email',
  'date',
  'input',
  'zip',
  'numeric',
  'dropDown',
  'youtube',
  'contactLanguage',
] as const
export type QuestionType = (typeof questionTypes)[number]

/** Types whose answer is one of a list of choices. */
export const choiceTypes = ['radio', 'radioWithFollowUp', 'dropDown', 'contactLanguage'] as const
export type ChoiceType = (typeof choiceTypes)[number]

/** Says whether answers to this type are one of a list of choices. */
export function isChoiceType(type: QuestionType): type is ChoiceType {
  return choiceTypes.some((choice) => choice === type)
}
