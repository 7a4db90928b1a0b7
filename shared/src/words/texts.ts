/** A tree of texts, as a locale file holds it. */
export interface WordTree {
  readonly [key: string]: string | WordTree
}

/** What fills the `{{name}}` places of a text; `count` also picks the form of a plural. */
export type WordValues = Readonly<Record<string, string | number>>

/**
 * The text of `key` in the first of `trees` that has it, filled; the key itself when none does, so that nothing breaks.
 * @param trees the locales to look in, each with its language tag, the wanted one first
 */
export function translate(trees: readonly (readonly [tag: string, tree: WordTree])[], key: string, values: WordValues = {}): string {
  for (const [tag, tree] of trees) {
    const plural = typeof values.count === 'number' ? pluralForm(tree, tag, key, values.count) : undefined
    const text = plural ?? find(tree, key)
    if (text !== undefined) return fillText(text, values)
  }
  return key
}

/** The text of `key` in the form that its language has for this number, not filled; undefined when the key is no plural. */
export function pluralForm(tree: WordTree, tag: string, key: string, count: number): string | undefined {
  return find(tree, `${key}_${pluralRules(tag).select(count)}`) ?? find(tree, `${key}_other`)
}

const rulesByTag = new Map<string, Intl.PluralRules>()

// Making the rules of a language costs far more than asking them.
function pluralRules(tag: string): Intl.PluralRules {
  const rules = rulesByTag.get(tag) ?? new Intl.PluralRules(tag)
  rulesByTag.set(tag, rules)
  return rules
}

/** Puts values in the `{{name}}` places of a text. A place without a value stays as it is, or becomes what `missing` makes of it. */
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
