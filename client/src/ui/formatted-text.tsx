import { textRuns } from '@portico/shared/words/formatted-text'

/** Renders a text with its emphasis. Line breaks need `whitespace-pre-line` on an ancestor. */
export function FormattedText({ text }: { text: string }) {
  return textRuns(text).map(({ text: run, emphasis }, index) => {
    if (emphasis === 'strong') return <strong key={index}>{run}</strong>
    return emphasis === 'mild' ? <em key={index}>{run}</em> : run
  })
}
