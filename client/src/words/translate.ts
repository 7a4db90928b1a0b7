import type en from '@portico/shared/locales/en.json'
import type { WordValues } from '@portico/shared/words/texts'

type Leaf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Leaf<Tree[Key]>}`
}[keyof Tree & string]

type WithoutPlural<Key> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key

/** The dotted path of every text in en.json; the plural forms of a text share one key. */
export type WordKey = WithoutPlural<Leaf<typeof en>>

export type Translate = (key: WordKey, values?: WordValues) => string
