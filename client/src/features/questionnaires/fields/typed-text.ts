import type { Question } from '@portico/shared/contract/questionnaires'
import { asciiDigits } from '../../../words/digits.ts'

/**
 * The answer that a person means who types this: ASCII digits with a point for numbers, a ZIP code with its hyphen, everything else
 * as it was typed (shared/spec/contract.md#submission).
 */
export function answerTyped({ questionType, validation }: Pick<Question, 'questionType' | 'validation'>, text: string): string {
  switch (questionType) {
    case 'numeric':
      return numberTyped(asciiDigits(text), validation?.integer ?? false)
    case 'zip':
      return asciiDigits(text)
        .replaceAll(/\s/g, '')
        .replace(/^(\d{5})(\d{4})$/, '$1-$2')
    case 'email':
      return text.trim()
    default:
      return validation?.format === 'email' ? text.trim() : text
  }
}

// Groups of three are how many people write thousands; a comma anywhere else is the decimal point of most languages.
function numberTyped(text: string, whole: boolean): string {
  const plain = text.replaceAll(/[\s\u00a0\u202f']/g, '')
  if (/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain)) return plain.replaceAll(',', '')
  if (/^-?\d{1,3}(\.\d{3})+(,\d*)?$/.test(plain) && (whole || plain.includes(','))) return plain.replaceAll('.', '').replace(',', '.')
  return plain.replace(/^(-?\d+),(\d*)$/, '$1.$2')
}
