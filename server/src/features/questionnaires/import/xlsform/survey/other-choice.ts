import type { Localized, QuestionDefinition } from '@portico/shared/rules/definition'
import { defaultLanguage, languageOf } from '@portico/shared/words/languages'
import { locales } from '../../../../../infra/locales.ts'
import type { Choices } from '../choice-lists.ts'
import type { FileLanguages } from '../columns.ts'

/** The value of the choice added by `or_other`, as in XLSForm tools. */
export const otherValue = 'other'

/** Appends the "other" choice to a list that lacks it. */
export function withOther(options: Choices, languages: FileLanguages): Choices {
  if (options.some(({ value }) => value === otherValue)) return options
  return [...options, { value: otherValue, label: inAllLanguages(languages, 'otherChoice') }]
}

/** Returns the text question that asks to specify "other". */
export function specifyQuestion(asking: string, languages: FileLanguages): Omit<QuestionDefinition, 'questionNumber'> {
  return { identifier: `${asking}_other`, type: 'input', required: false, text: inAllLanguages(languages, 'otherSpecify') }
}

function inAllLanguages({ all }: FileLanguages, key: 'otherChoice' | 'otherSpecify'): Localized {
  return Object.fromEntries(all.map(({ code }) => [code, locales[languageOf(code)?.code ?? defaultLanguage].questionnaire[key]]))
}
