import type en from '@portico/shared/locales/en.json'

/** A tree of texts, as a locale file holds it. */
export interface WordTree {
  readonly [key: string]: string | WordTree
}

type Leaf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Leaf<Tree[Key]>}`
}[keyof Tree & string]

type WithoutPlural<Key> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key

/** Every text there is, by its dotted path in en.json; the forms of a plural are one key. */
export type WordKey = WithoutPlural<Leaf<typeof en>>

/** What fills the `{{name}}` places of a text; `count` also picks the form of a plural. */
export type WordValues = Readonly<Record<string, string | number>>

export type Translate = (key: WordKey, values?: WordValues) => string

/**
 * The text of `key` in the first of `trees` that has it; the key itself when none does, so that nothing breaks.
 * @param trees the locales to look in, each with its language tag, the wanted one first
 */
export function translate(trees: readonly (readonly [tag: string, tree: WordTree])[], key: string, values: WordValues = {}): string {
  for (const [tag, tree] of trees) {
    const text = pluralForm(tree, tag, key, values.count) ?? find(tree, key)
    if (text !== undefined) return fill(text, values)
  }
  return key
}

function pluralForm(tree: WordTree, tag: string, key: string, count: string | number | undefined): string | undefined {
  if (typeof count !== 'number') return undefined
  return find(tree, `${key}_${new Intl.PluralRules(tag).select(count)}`) ?? find(tree, `${key}_other`)
}

function find(tree: WordTree, key: string): string | undefined {
  let node: string | WordTree | undefined = tree
  for (const step of key.split('.')) {
    if (typeof node !== 'object' || !Object.hasOwn(node, step)) return undefined
    node = node[step]
  }
  return typeof node === 'string' && node !== '' ? node : undefined
}

function fill(text: string, values: WordValues): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : place))
}
