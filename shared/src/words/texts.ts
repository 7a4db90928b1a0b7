/** A tree of texts, as in a locale file. */
export interface WordTree {
  readonly [key: string]: string | WordTree
}

/** The values for the `{{name}}` placeholders of a text; `count` also selects the plural form. */
export type WordValues = Readonly<Record<string, string | number>>

/**
 * Returns the text of `key` in the first of `trees` that has it, with values filled in; the key itself if none does, so that nothing
 * breaks.
 * @param trees the locales to search, each with its language tag, in order of preference
 */
export function translate(trees: readonly (readonly [tag: string, tree: WordTree])[], key: string, values: WordValues = {}): string {
  for (const [tag, tree] of trees) {
    const plural = typeof values.count === 'number' ? pluralForm(tree, tag, key, values.count) : undefined
    const text = plural ?? find(tree, key)
    if (text !== undefined) return fillText(text, values)
  }
  return key
}

/** Returns the text of `key` in the plural form for this number, not filled in; undefined if the key is not a plural. */
export function pluralForm(tree: WordTree, tag: string, key: string, count: number): string | undefined {
  return find(tree, `${key}_${pluralRules(tag).select(count)}`) ?? find(tree, `${key}_other`)
}

const rulesByTag = new Map<string, Intl.PluralRules>()

// Cached, because creating the plural rules of a language costs far more than using them.
function pluralRules(tag: string): Intl.PluralRules {
  const rules = rulesByTag.get(tag) ?? new Intl.PluralRules(tag)
  rulesByTag.set(tag, rules)
  return rules
}

/**
 * Fills values into the `{{name}}` placeholders of a text. A placeholder without a value is kept, or replaced by the result of `missing`.
 */
export function fillText(text: string, values: WordValues, missing = (placeholder: string) => placeholder): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : missing(placeholder),
  )
}

function find(tree: WordTree, key: string): string | undefined {
  let node: string | WordTree | undefined = tree
  for (const step of key.split('.')) {
    if (typeof node !== 'object' || !Object.hasOwn(node, step)) return undefined
    node = node[step]
  }
  return typeof node === 'string' && node !== '' ? node : undefined
}
