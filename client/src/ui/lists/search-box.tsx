import { useEffect, useEffectEvent, useState } from 'react'
import { useWords } from '../../words/language.ts'
import { controlClass } from '../field.tsx'
import { Icon } from '../icon.tsx'
import { useQueryText } from './url-state.ts'

export interface SearchBoxProps {
  /** The label, such as "Search by name, id or email"; "Search" by default. */
  label?: string
  hint?: string
  /** One line only, for tight layouts: the label becomes the placeholder. */
  compact?: boolean
  disabled?: boolean
  /** For screens whose main purpose is searching. */
  autoFocus?: boolean
  /** Called with the text when Enter is pressed, for actions other than searching; if it returns true, the field is cleared. */
  take?: (typed: string) => boolean
}

const pauseMs = 300

/** The search field of a list: writes its text to `query` in the URL after a pause, or immediately on Enter. */
export function SearchBox({ label, hint, compact = false, disabled = false, autoFocus = false, take }: SearchBoxProps) {
  const { t } = useWords()
  const [query, setQuery] = useQueryText()
  const [typed, setTyped] = useState(query)
  const [known, setKnown] = useState(query)
  if (known !== query) {
    setKnown(query)
    if (typed.trim() !== query) setTyped(query)
  }
  const send = () => typed.trim() !== query && setQuery(typed.trim())
  const sendAfterPause = useEffectEvent(send)
  useEffect(() => {
    const timer = setTimeout(() => sendAfterPause(), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <form
      role="search"
      className="grid max-w-prose gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!take?.(typed)) return send()
        setTyped('')
        setQuery('')
      }}
    >
      <label className="grid gap-1.5">
        <span className={compact ? 'sr-only' : 'font-medium'}>{label ?? t('kit.search')}</span>
        {hint && <span className="text-sm text-mute">{hint}</span>}
        <span className="relative">
          <span className="pointer-events-none absolute inset-y-0 start-3 grid place-items-center text-mute">
            <Icon name="search" />
          </span>
          <input
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            disabled={disabled}
            // Searching is the main action of such a screen, and nothing precedes it.
            autoFocus={autoFocus}
            placeholder={compact ? (label ?? t('kit.search')) : undefined}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            className={`${controlClass} ps-11`}
          />
        </span>
      </label>
    </form>
  )
}
