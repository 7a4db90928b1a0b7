import { languages } from '@portico/shared/words/languages'
import { useId, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { chooseLanguage, useWords } from '../../words/language.ts'
import { useDismissal } from './use-dismissal.ts'

/** Lists the languages by their native names. Changing the language keeps input and location. */
export function LanguageSwitcher() {
  const { t, language } = useWords()
  const [open, setOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useDismissal(open, () => setOpen(false), { box, opener })
  const now = languages.find((one) => one.code === language)
  return (
    <div ref={box} className="sm:relative">
      <button
        ref={opener}
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-12 cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-sunken sm:px-3"
      >
        <Icon name="globe" size={22} />
        <span className="sr-only">{t('nav.language')}: </span>
        <span lang={now?.code}>{now?.nativeName}</span>
        <span className="hidden sm:inline">
          <Icon name="chevron-down" size={16} />
        </span>
      </button>
      {open && (
        <ul
          id={id}
          className="absolute inset-x-4 top-full z-30 mt-1 grid max-h-[calc(100dvh-6rem)] grid-cols-2 gap-1 overflow-y-auto rounded-md border border-line bg-raised p-2 shadow-float sm:inset-x-auto sm:end-0 sm:w-[22rem]"
        >
          {languages.map((one) => (
            <li key={one.code}>
              <button
                type="button"
                lang={one.code}
                dir={one.direction}
                aria-current={one.code === language || undefined}
                onClick={() => {
                  setOpen(false)
                  opener.current?.focus()
                  chooseLanguage(one.code).catch(() => showToast(t('errors.network'), 'warning'))
                }}
                className="flex min-h-12 w-full cursor-pointer items-center justify-between gap-2 rounded-sm px-3 text-start hover:bg-sunken aria-[current]:font-bold"
              >
                {one.nativeName}
                {one.code === language && <Icon name="check" size={18} />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
