import { limits } from '@portico/shared/words/limits'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { asciiDigits } from '../../words/digits.ts'
import { useWords } from '../../words/language.ts'
import { controlClass } from '../field.tsx'
import { Icon } from '../icon.tsx'
import { countriesOf, dialCodeOf, type CountryCode, type NumberRules } from './phone-input-numbers.ts'

export interface CountryPickerProps {
  country: CountryCode
  rules: NumberRules
  disabled: boolean | undefined
  onChoose: (country: CountryCode) => void
}

interface Country {
  readonly code: CountryCode
  readonly name: string
  readonly dialCode: string
  /** The text that a search is matched against. */
  readonly text: string
}

/** The country of a telephone number: a button that opens a list searchable by name, code or dial code. */
export function CountryPicker({ country, rules, disabled, onChoose }: CountryPickerProps) {
  const { t, language } = useWords()
  const id = useId()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useOutsidePress(box, open, () => setOpen(false))
  const countries = useMemo(() => countriesIn(language, rules), [language, rules])
  const now = countries.find((one) => one.code === country)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <div ref={box} className="relative grid gap-1">
      <span id={`${id}-label`} className="text-sm text-mute">
        {t('questionnaire.phone.country')}
      </span>
      <button
        ref={opener}
        type="button"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-labelledby={`${id}-label ${id}-now`}
        disabled={disabled}
        onClick={() => setOpen(!open)}
        className={`${controlClass} flex cursor-pointer items-center gap-2`}
      >
        <span id={`${id}-now`}>
          <span className="sr-only">{now?.name ?? country} </span>
          <bdi dir="ltr" className="tabular whitespace-nowrap">
            {country} +{dialCodeOf(country, rules)}
          </bdi>
        </span>
        <Icon name="chevron-down" />
      </button>
      {open && (
        <CountryList
          countries={countries}
          country={country}
          onClose={close}
          onChoose={(code) => {
            close()
            onChoose(code)
          }}
        />
      )}
    </div>
  )
}

interface CountryListProps {
  countries: readonly Country[]
  country: CountryCode
  onClose: () => void
  onChoose: (country: CountryCode) => void
}

function CountryList({ countries, country, onClose, onChoose }: CountryListProps) {
  const { t } = useWords()
  const id = useId()
  const [text, setText] = useState('')
  const search = useDebounced(text, limits.countrySearchDebounceMs)
  const found = useMemo(() => countries.filter((one) => fits(one, search)), [countries, search])
  const [active, setActive] = useState<CountryCode>(country)
  const at = Math.max(
    0,
    found.findIndex((one) => one.code === active),
  )
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' })
  }, [at, found])
  const optionId = (code: CountryCode | undefined) => code && `${id}-${code}`
  const keys = (event: KeyboardEvent) => {
    const moves: Partial<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }
    const next = moves[event.key]
    const here = found[at]
    if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else if (event.key === 'Enter' && here) onChoose(here.code)
    else if (next !== undefined) setActive(found[Math.min(Math.max(next, 0), found.length - 1)]?.code ?? active)
    else return
    if (event.key !== 'Tab') event.preventDefault()
  }
  return (
    <div className="absolute start-0 top-full z-20 mt-1 grid w-[min(22rem,calc(100vw-32px))] gap-2 rounded-md border border-line bg-raised p-2 shadow-float">
      <input
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={optionId(found[at]?.code)}
        aria-label={t('questionnaire.phone.search')}
        placeholder={t('questionnaire.phone.search')}
        autoFocus
        autoComplete="off"
        dir="auto"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keys}
        className={controlClass}
      />
      <ul ref={list} id={`${id}-list`} role="listbox" aria-label={t('questionnaire.phone.country')} className="max-h-72 overflow-y-auto">
        {found.map((one, index) => (
          <li
            key={one.code}
            id={optionId(one.code)}
            role="option"
            aria-selected={one.code === country}
            onClick={() => onChoose(one.code)}
            className={`flex min-h-12 cursor-pointer items-center justify-between gap-3 rounded-sm px-3 hover:bg-sunken aria-selected:font-bold ${index === at ? 'bg-sunken shadow-[inset_0_0_0_2px_var(--accent)]' : ''}`}
          >
            <span>{one.name}</span>
            <bdi dir="ltr" className="tabular text-mute">
              +{one.dialCode}
            </bdi>
          </li>
        ))}
      </ul>
      <p role="status" className={found.length === 0 ? 'px-3 pb-2 text-mute' : 'sr-only'}>
        {found.length === 0 ? t('kit.noMatch') : t('questionnaire.phone.found', { count: found.length })}
      </p>
    </div>
  )
}

function countriesIn(language: string, rules: NumberRules): Country[] {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  const english = new Intl.DisplayNames('en', { type: 'region' })
  return countriesOf(rules)
    .map((code) => {
      const name = names.of(code) ?? code
      const dialCode = dialCodeOf(code, rules)
      return { code, name, dialCode, text: plain(`${name} ${english.of(code) ?? ''} ${code} +${dialCode}`) }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, language))
}

// Dial codes match by prefix, names by word prefixes.
function fits({ text, dialCode }: Country, search: string): boolean {
  const wanted = plain(search)
  if (/^\+?\d+$/.test(wanted)) return dialCode.startsWith(wanted.replace('+', ''))
  return wanted.split(' ').every((word) => text.startsWith(word) || text.includes(` ${word}`))
}

function plain(text: string): string {
  return asciiDigits(text)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s\-–()]+/g, ' ')
    .trim()
}

/** Debounces a value. */
function useDebounced(value: string, ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

function useOutsidePress(box: React.RefObject<HTMLElement | null>, open: boolean, onPress: () => void): void {
  useEffect(() => {
    if (!open) return undefined
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) onPress()
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  })
}
