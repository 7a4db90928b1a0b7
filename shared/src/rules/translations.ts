import type { Localized, QuestionDefinition, QuestionnaireDefinition } from './definition.ts'

export const textKinds = ['title', 'section', 'text', 'hint', 'choice', 'message', 'video', 'email', 'interface'] as const
export type TextKind = (typeof textKinds)[number]

/** Where texts come from; every source except questionnaires has a fixed name that no questionnaire can have. */
export const sourceKinds = ['questionnaire', 'e-mails', 'interface-texts'] as const
export type SourceKind = (typeof sourceKinds)[number]
export const emailSourceName = 'e-mails'
export const interfaceSourceName = 'interface-texts'

/** One text of a questionnaire in all its languages. A heading or choice list that several questions share is one text. */
export interface TranslatableText {
  /** Stable while the question keeps its identifier. */
  readonly key: string
  readonly kind: TextKind
  /** The first question that has it; undefined for the title. */
  readonly identifier: string | undefined
  readonly texts: Localized
}

type Visit = (text: TranslatableText) => Localized

/** Returns the texts to translate, in the order in which people see them; texts that are empty in the main language are omitted. */
export function textsToTranslate(definition: QuestionnaireDefinition): TranslatableText[] {
  const found = new Map<string, TranslatableText>()
  mapTexts(definition, (text) => {
    if (text.texts[definition.defaultLanguage] && !found.has(text.key)) found.set(text.key, text)
    return text.texts
  })
  return [...found.values()]
}

/** Returns the questionnaire with these texts, by key, in a language; a language that it does not have yet is added under `name`. */
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

/** The faults of a translation: placeholders and marks that it lost or invented, and terms that it changed. */
export interface TranslationFaults {
  readonly lostPlaces: string[]
  readonly unknownPlaces: string[]
  readonly changedTerms: string[]
}

/** What a translation is compared with; it may omit `optionalPlaces`. */
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
    changedTerms: terms.filter((term) => containsTerm(source, term) && !text.includes(term)),
  }
}

/** Returns whether both have the same placeholders and marks, in any order. */
export function keepsPlaces(original: Original, text: string): boolean {
  const { lostPlaces, unknownPlaces } = faultsOfTranslation(original, text, [])
  return lostPlaces.length === 0 && unknownPlaces.length === 0
}

// Screens and e-mails use `{{name}}` and `<marks>`; anything else that looks like HTML is not a mark of the source.
function placesIn(text: string, kind: TextKind): string[] {
  const pattern = kind === 'email' || kind === 'interface' ? /\{\{[^{}]*\}\}|<[^<>]*>|[{}]+/g : /\$\{[^{}]*\}/g
  return [...new Set(text.match(pattern))]
}

function containsTerm(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + term.length)]
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}
