import { useId, useState, type ReactNode } from 'react'
import { asciiDigits } from '../../words/digits.ts'
import { useWords } from '../../words/language.ts'
import { controlClass, FieldGroup, type FieldFrame } from '../field.tsx'
import { Icon } from '../icon.tsx'

export interface DateFieldsProps extends FieldFrame {
  /** YYYY-MM-DD; while incomplete the parts entered so far, like `2019--05`; empty if nothing is entered. */
  value: string
  onChange: (value: string) => void
  disabled?: boolean
}

type Part = 'day' | 'month' | 'year'
type Parts = Readonly<Record<Part, string>>

/** A date in three fields, in the order of the reader's language; months by name, days and years with the digits of any script. */
export function DateFields({ value, onChange, disabled, ...frame }: DateFieldsProps) {
  const { language } = useWords()
  const [typed, setTyped] = useState(() => partsOf(value))
  // Only a change from outside replaces what is being typed.
  const parts = joinParts(typed) === value ? typed : partsOf(value)
  const change = (part: Part, text: string) => {
    const next = { ...parts, [part]: text }
    setTyped(next)
    onChange(joinParts(next))
  }
  return (
    <FieldGroup {...frame}>
      <div className="flex flex-wrap gap-2">
        {orderOf(language).map((part) => (
          <PartField key={part} part={part} value={parts[part]} disabled={disabled} wrong={frame.error !== undefined} onChange={change} />
        ))}
      </div>
    </FieldGroup>
  )
}

interface PartFieldProps {
  part: Part
  value: string
  disabled: boolean | undefined
  wrong: boolean
  onChange: (part: Part, text: string) => void
}

function PartField({ part, value, disabled, wrong, onChange }: PartFieldProps) {
  const { t, language } = useWords()
  const id = useId()
  const control = { id, value, disabled, 'aria-invalid': wrong || undefined }
  if (part === 'month') {
    return (
      <LabelledPart id={id} label={t('questionnaire.date.month')} width="min-w-[9rem] flex-1 sm:max-w-60">
        <div className="relative">
          <select
            {...control}
            onChange={(event) => onChange(part, event.target.value)}
            className={`${controlClass} cursor-pointer appearance-none pe-8`}
          >
            <option value="">–</option>
            {monthsOf(language).map((name, index) => (
              <option key={name} value={String(index + 1).padStart(2, '0')}>
                {`${index + 1} – ${name}`}
              </option>
            ))}
          </select>
          <span className="pointer-events-none absolute inset-y-0 end-2 grid place-items-center text-mute">
            <Icon name="chevron-down" />
          </span>
        </div>
      </LabelledPart>
    )
  }
  const digits = part === 'day' ? 2 : 4
  return (
    <LabelledPart
      id={id}
      label={t(part === 'day' ? 'questionnaire.date.day' : 'questionnaire.date.year')}
      width={part === 'day' ? 'w-[3.6rem]' : 'w-[5rem]'}
    >
      <input
        {...control}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => onChange(part, asciiDigits(event.target.value).replace(/\D/g, '').slice(0, digits))}
        className={controlClass}
      />
    </LabelledPart>
  )
}

function LabelledPart({ id, label, width, children }: { id: string; label: string; width: string; children: ReactNode }) {
  return (
    <div className={`grid gap-1 ${width}`}>
      <label htmlFor={id} className="text-sm text-mute">
        {label}
      </label>
      {children}
    </div>
  )
}

function partsOf(value: string): Parts {
  const [year = '', month = '', day = ''] = value.split('-')
  return { year, month, day }
}

function joinParts({ year, month, day }: Parts): string {
  return year + month + day === '' ? '' : `${year}-${month}-${day && day.padStart(2, '0')}`
}

function orderOf(language: string): Part[] {
  const written = new Intl.DateTimeFormat(language, { calendar: 'gregory', dateStyle: 'long' }).formatToParts(0).map((part) => part.type)
  const order = written.filter((type): type is Part => type === 'day' || type === 'month' || type === 'year')
  return order.length === 3 ? order : ['day', 'month', 'year']
}

/** Returns the months in the reader's language, always of the Gregorian calendar, which documents in the United States use. */
function monthsOf(language: string): string[] {
  const months = new Intl.DateTimeFormat(language, { calendar: 'gregory', month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, index) => months.format(Date.UTC(2000, index, 1)))
}
