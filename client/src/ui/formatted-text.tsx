import { textRuns } from '@portico/shared/words/formatted-text'

/** A text with its emphasis. Its line breaks show where the element around it has `whitespace-pre-line`. */
export function FormattedText({ text }: { text: string }) {
  return textRuns(text).map(({ text: run, emphasis }, index) => {
    if (emphasis === 'strong') return <strong key={index}>{run}</strong>
    return emphasis === 'mild' ? <em key={index}>{run}</em> : run
  })
}
