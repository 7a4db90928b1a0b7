import { useId, useState } from 'react'
import { useWords } from '../words/language.ts'
import { controlClass, FieldGroup, type FieldFrame } from './field.tsx'
import { CountryPicker } from './phone-input-country.tsx'
import {
  countryOf,
  dialCodeOf,
  looksComplete,
  numberTyped,
  useNumberRules,
  withinLimits,
  written,
  type CountryCode,
} from './phone-input-numbers.ts'

export interface PhoneInputProps extends FieldFrame {
  /** A + and digits; empty when nothing is written. */
  value: string
  onChange: (value: string) => void
  disabled?: boolean
}

const usual: CountryCode = 'US'

/**
 * A telephone number with its country: written as in that country, or with a plus as from abroad; digits of any script. What it hands
 * over is a + and digits (shared/spec/product.md#answers).
 */
export function PhoneInput({ value, onChange, disabled, ...frame }: PhoneInputProps) {
  const { t } = useWords()
  const known = useNumberRules()
  const id = useId()
  const [chosen, setChosen] = useState<CountryCode>()
  const [typed, setTyped] = useState<string>()
  const fitting = chosen && (value === '' || value.startsWith(`+${dialCodeOf(chosen, known)}`)) ? chosen : undefined
  const country = fitting ?? countryOf(value, known) ?? chosen ?? usual
  const shown = typed ?? written(value, known)
  const choose = (next: CountryCode) => {
    setChosen(next)
    onChange(numberTyped(shown.replace(/^\s*\+\d*/, ''), next, known))
  }
  const type = (text: string) => {
    const kept = withinLimits(text, country, known)
    setTyped(kept)
    onChange(numberTyped(kept, country, known))
  }
  const incomplete = typed === undefined && !looksComplete(value, known)
  return (
    <FieldGroup {...frame}>
      <div className="flex flex-wrap gap-3">
        <CountryPicker country={country} known={known} disabled={disabled} onChoose={choose} />
        <div className="grid min-w-[10rem] flex-1 gap-1">
          <label htmlFor={id} className="text-sm text-mute">
            {t('questionnaire.phone.number')}
          </label>
          <input
            id={id}
            type="tel"
            autoComplete="tel"
            value={shown}
            disabled={disabled}
            aria-invalid={frame.error ? true : undefined}
            aria-describedby={incomplete ? `${id}-check` : undefined}
            onChange={(event) => type(event.target.value)}
            onBlur={() => setTyped(undefined)}
            className={controlClass}
          />
        </div>
      </div>
      <p id={`${id}-check`} role="status" className="text-wait empty:hidden">
        {incomplete && !frame.error ? t('questionnaire.phone.incomplete') : ''}
      </p>
    </FieldGroup>
  )
}
