import type { Localized, QuestionDefinition, QuestionnaireDefinition } from './definition.ts'

export const textKinds = ['title', 'section', 'text', 'hint', 'choice', 'message', 'video', 'email', 'interface'] as const
export type TextKind = (typeof textKinds)[number]

/** Where texts come from; every source but a questionnaire has one name, which no questionnaire can have. */
export const sourceKinds = ['questionnaire', 'e-mails', 'interface-texts'] as const
export type SourceKind = (typeof sourceKinds)[number]
export const emailSourceName = 'e-mails'
export const interfaceSourceName = 'interface-texts'

/** One text of a questionnaire in all its languages. What several questions share, a heading or a list of choices, is one text. */
export interface TranslatableText {
  /** Stable while the question keeps its identifier. */
  readonly key: string
  readonly kind: TextKind
  /** The first question that has it; none for the title. */
  readonly identifier: string | undefined
  readonly texts: Localized
}

type Visit = (text: TranslatableText) => Localized

/** The texts to translate, in the order in which people meet them; those that the main language leaves empty are left out. */
export function textsToTranslate(definition: QuestionnaireDefinition): TranslatableText[] {
  const found = new Map<string, TranslatableText>()
  mapTexts(definition, (text) => {
    if (text.texts[definition.defaultLanguage] && !found.has(text.key)) found.set(text.key, text)
    return text.texts
  })
  return [...found.values()]
}

/** The questionnaire with these texts, by their keys, in a language; one that it does not have yet is added under `name`. */
export function withTranslations(
  definition: QuestionnaireDefinition,
  { code, name }: { readonly code: string; readonly name: string },
  texts: ReadonlyMap<string, string>,
): QuestionnaireDefinition {
  const changed = mapTexts(definition, ({ key, texts: all }) => {
    const text = texts.get(key)
    return text === undefined ? all : { ...all, [code]: text }
  })
  if (definition.languages.includes(code)) return changed
  return {
    ...changed,
    languages: [...definition.languages, code],
    languageNames: { ...definition.languageNames, [code]: name },
  }
}

function mapTexts(definition: QuestionnaireDefinition, visit: Visit): QuestionnaireDefinition {
  const owners = new Map<string, string>()
  const ownerOf = (shared: unknown, identifier: string) => {
    const content = JSON.stringify(shared)
    const owner = owners.get(content) ?? identifier
    owners.set(content, owner)
    return owner
  }
  const title = definition.title && visit({ key: 'title', kind: 'title', identifier: undefined, texts: definition.title })
  const questions = definition.questions.map((question) => mapQuestion(question, ownerOf, visit))
  return { ...definition, ...(title && { title }), questions }
}

function mapQuestion(
  question: QuestionDefinition,
  ownerOf: (shared: unknown, identifier: string) => string,
  visit: Visit,
): QuestionDefinition {
  const { identifier, options, section } = question
  const say = (kind: TextKind, texts: Localized, owner = identifier, value?: string) =>
    visit({ key: [owner, kind, ...(value === undefined ? [] : [value])].join('/'), kind, identifier: owner, texts })
  const listOwner = options && ownerOf(options, identifier)
  return {
    ...question,
    ...(section && { section: say('section', section, ownerOf(section, identifier)) }),
    text: say('text', question.text),
    ...(question.hint && { hint: say('hint', question.hint) }),
    ...(options && { options: options.map((option) => ({ ...option, label: say('choice', option.label, listOwner, option.value) })) }),
    ...(question.constraintMessage && { constraintMessage: say('message', question.constraintMessage) }),
    ...(question.videoUrl && { videoUrl: say('video', question.videoUrl) }),
  }
}

/** What is wrong with a translation: places and marks that it lost or made up, and terms that it changed. */
export interface TranslationFaults {
  readonly lostPlaces: string[]
  readonly unknownPlaces: string[]
  readonly changedTerms: string[]
}

/** What a translation is compared with; it may leave `optionalPlaces` out. */
export interface Original {
  readonly kind: TextKind
  readonly source: string
  readonly optionalPlaces?: readonly string[] | undefined
}

/** Compares a translation with its source and the glossary (shared/spec/questionnaire-files.md#translations). */
export function faultsOfTranslation(original: Original, text: string, terms: readonly string[]): TranslationFaults {
  const { kind, source, optionalPlaces = [] } = original
  const [wanted, given] = [placesIn(source, kind), placesIn(text, kind)]
  return {
    lostPlaces: wanted.filter((place) => !given.includes(place) && !optionalPlaces.includes(place)),
    unknownPlaces: given.filter((place) => !wanted.includes(place)),
    changedTerms: terms.filter((term) => namesTerm(source, term) && !text.includes(term)),
  }
}

/** Whether the places for answers, and the marks, are the same in both, whatever their order. */
export function keepsPlaces(original: Original, text: string): boolean {
  const { lostPlaces, unknownPlaces } = faultsOfTranslation(original, text, [])
  return lostPlaces.length === 0 && unknownPlaces.length === 0
}

// Screens and e-mails have `{{name}}` and `<marks>`; anything else that looks like HTML is no mark of the source.
function placesIn(text: string, kind: TextKind): string[] {
  const pattern = kind === 'email' || kind === 'interface' ? /\{\{[^{}]*\}\}|<[^<>]*>|[{}]+/g : /\$\{[^{}]*\}/g
  return [...new Set(text.match(pattern))]
}

function namesTerm(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + term.length)]
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}
