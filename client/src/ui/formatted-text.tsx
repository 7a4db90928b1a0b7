import { textRuns } from '@portico/shared/words/formatted-text'

/** A text with its line breaks and its emphasis. */
export function FormattedText({ text }: { text: string }) {
  return (
    <span className="whitespace-pre-line">
      {textRuns(text).map(({ text: run, emphasis }, index) => {
        if (emphasis === 'strong') return <strong key={index}>{run}</strong>
        return emphasis === 'mild' ? <em key={index}>{run}</em> : run
      })}
    </span>
  )
}
