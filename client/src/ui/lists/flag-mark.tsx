import type { RespondentFlagWord } from '@portico/shared/words/flags'
import { useWords } from '../../words/language.ts'

const colour = { red: 'text-stop', green: 'text-good', 'in-progress': 'text-wait', 'not-applicable': 'text-mute' } as const

/**
 * A flag as shape, word and colour together, the same everywhere. `wordHidden` leaves the word to screen readers; use it only where the
 * word is next to it anyway. `size` is the side of the shape in px.
 */
export function FlagMark({ flag, size = 20, wordHidden = false }: { flag: RespondentFlagWord; size?: number; wordHidden?: boolean }) {
  const { t } = useWords()
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <svg viewBox="0 0 20 20" width={size} height={size} className={`flag-shape shrink-0 ${colour[flag]}`} aria-hidden="true">
        <Shape flag={flag} />
      </svg>
      <span className={wordHidden ? 'sr-only' : ''}>{t(`flags.${flag}`)}</span>
    </span>
  )
}

function Shape({ flag }: { flag: RespondentFlagWord }) {
  switch (flag) {
    case 'red':
      return (
        <>
          <path d="M6.3 1h7.4L19 6.3v7.4L13.7 19H6.3L1 13.7V6.3Z" fill="currentColor" />
          <path d="M5.5 10h9" className="stroke-paper" strokeWidth="2.4" strokeLinecap="round" />
        </>
      )
    case 'green':
      return (
        <>
          <circle cx="10" cy="10" r="9" fill="currentColor" />
          <path
            d="m5.8 10.3 2.9 2.8 5.5-6"
            fill="none"
            className="stroke-paper"
            strokeWidth="2.2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      )
    case 'in-progress':
      return (
        <>
          <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M10 2a8 8 0 0 0 0 16Z" fill="currentColor" />
        </>
      )
    case 'not-applicable':
      return (
        <>
          <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M6.5 10h7" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </>
      )
  }
}
