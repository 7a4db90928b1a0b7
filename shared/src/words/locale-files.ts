/** Returns the texts of a locale file by dotted key, without its own status. */
export function textsOf(tree: object): ReadonlyMap<string, string> {
  return new Map(flatten(tree, '').filter(([key]) => !key.startsWith('_status.')))
}

function flatten(tree: object, path: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, branch]: [string, unknown]): [string, string][] => {
    if (typeof branch === 'string') return [[path + key, branch]]
    return typeof branch === 'object' && branch !== null ? flatten(branch, `${path}${key}.`) : []
  })
}

type Texts = ReadonlyMap<string, string>

/** Returns the keys that a language has for the English texts, in order; plurals have the forms of that language. */
export function keysIn(english: Texts, language: string): string[] {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const keys = [...english.keys()].flatMap((key) => (isPlural(english, key) ? categories.map((form) => `${stemOf(key)}_${form}`) : [key]))
  return [...new Set(keys)]
}

/** Returns the English text that a translation is compared with: the same key, or the `other` form of a plural. */
export function originalOf(english: Texts, key: string): string {
  return english.get(isPlural(english, key) ? `${stemOf(key)}_other` : key) ?? ''
}

/** Returns whether a plural form applies to a single number, so that its text may omit the count. */
export function mayLeaveOutCount(english: Texts, language: string, key: string): boolean {
  if (!isPlural(english, key) || !originalOf(english, key).includes('{{count}}')) return false
  const rules = new Intl.PluralRules(language)
  const form = key.slice(stemOf(key).length + 1)
  return Array.from({ length: 200 }, (_, number) => number).filter((number) => rules.select(number) === form).length === 1
}

function isPlural(english: Texts, key: string): boolean {
  return /_(zero|one|two|few|many|other)$/.test(key) && english.has(`${stemOf(key)}_other`)
}

function stemOf(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '')
}
