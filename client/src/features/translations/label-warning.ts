import type { TranslationText, Translations } from '@portico/shared/contract/translations'
import { hiddenCharacterIn, visibleForm } from '@portico/shared/rules/labels'

/** Returns why people may mistake this choice for another of its question; undefined for other texts. */
export function labelWarning({ texts }: Pick<Translations, 'texts'>, text: TranslationText, value: string): string | undefined {
  if (text.kind !== 'choice') return undefined
  const hidden = hiddenCharacterIn(value)
  if (hidden !== undefined) return `It contains the invisible character ${hidden}. Remove it, or check how it looks.`
  const shown = visibleForm(value || text.source)
  const isSame = texts.some(
    ({ key, kind, identifier, source, text: label }) =>
      kind === 'choice' &&
      identifier === text.identifier &&
      key !== text.key &&
      source !== text.source &&
      visibleForm(label || source) === shown,
  )
  return isSame ? 'Another choice of this question looks the same. Give it a different label.' : undefined
}
