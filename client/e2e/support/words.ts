import { readFileSync } from 'node:fs'

export interface Words {
  readonly [key: string]: string | Words
}

/** Returns the interface texts of one language as shipped. */
export function wordsOf(language: string): Words {
  return JSON.parse(readFileSync(new URL(`../../../shared/src/words/locales/${language}.json`, import.meta.url), 'utf8'))
}

/** Returns one text of a language: `say('es', 'questionnaire.goOn')`. */
export function say(language: string, key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const found = key
    .split('.')
    .reduce<string | Words | undefined>((node, part) => (typeof node === 'object' ? node[part] : undefined), wordsOf(language))
  if (typeof found !== 'string') throw new Error(`There is no text ${key} in ${language}`)
  return found.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}
