import { expect, it } from 'vitest'
import { nameOfLanguage } from './language-text.ts'

it.each([
  ['es', 'Spanish (Español)'],
  ['fy', 'Western Frisian'],
  ['__proto__', '__proto__'],
  ['//elsewhere.example', '//elsewhere.example'],
])('nameOfLanguage of %s is %s', (language, name) => {
  expect(nameOfLanguage(language)).toBe(name)
})
