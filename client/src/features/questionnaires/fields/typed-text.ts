import type { Question } from '@portico/shared/contract/questionnaires'
import { asciiDigits } from '../../../words/digits.ts'

/**
 * Normalizes typed text to the intended answer: numbers to ASCII digits with a decimal point, ZIP codes to digits with a hyphen; other text
 * is kept (shared/spec/contract.md#submission).
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

// Groups of three digits are thousands; a comma anywhere else is the decimal separator of most languages.
function numberTyped(text: string, whole: boolean): string {
  const plain = text.replaceAll(/[\s\u00a0\u202f']/g, '')
  if (/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain)) return plain.replaceAll(',', '')
  if (/^-?\d{1,3}(\.\d{3})+(,\d*)?$/.test(plain) && (whole || plain.includes(','))) return plain.replaceAll('.', '').replace(',', '.')
  return plain.replace(/^(-?\d+),(\d*)$/, '$1.$2')
}
