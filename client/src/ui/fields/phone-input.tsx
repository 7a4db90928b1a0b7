import { useContext, useId, useState } from 'react'
import { useWords } from '../../words/language.ts'
import { Button } from '../button.tsx'
import { controlClass, FieldGroup, NotRemembered, type FieldFrame } from '../field.tsx'
import { Loading } from '../feedback/skeleton.tsx'
import { CountryPicker } from './phone-input-country.tsx'
import {
  countryOf,
  dialCodeOf,
  looksComplete,
  numberTyped,
  tryNumberRulesAgain,
  useNumberRules,
  withinLimits,
  formatNational,
  type CountryCode,
  type NumberRules,
} from './phone-input-numbers.ts'

export interface PhoneInputProps extends FieldFrame {
  /** A + and digits; empty if nothing is entered. */
  value: string
  onChange: (value: string) => void
  disabled?: boolean
}

const defaultCountry: CountryCode = 'US'

/**
 * A telephone number with its country, in national or international notation and digits of any script. Its value is a + and digits
 * (shared/spec/product.md#answers). Waits until the number rules are loaded: a country is never guessed.
 */
export function PhoneInput({ value, onChange, disabled, ...frame }: PhoneInputProps) {
  const { t } = useWords()
  const rules = useNumberRules()
  const incomplete = frame.error !== undefined && !looksComplete(value, rules)
  return (
    <FieldGroup {...frame} error={incomplete ? t('questionnaire.phone.incomplete') : frame.error}>
      {rules === 'loading' && <Loading />}
      {rules === 'failed' && (
        <div role="status" className="grid justify-items-start gap-2">
          <p>{t('errors.network')}</p>
          <Button kind="secondary" onClick={tryNumberRulesAgain}>
            {t('errors.tryAgain')}
          </Button>
        </div>
      )}
      {typeof rules === 'object' && (
        <NumberFields value={value} rules={rules} disabled={disabled} wrong={frame.error !== undefined} onChange={onChange} />
      )}
    </FieldGroup>
  )
}

interface NumberFieldsProps extends Pick<PhoneInputProps, 'value' | 'onChange' | 'disabled'> {
  rules: NumberRules
  wrong: boolean
}

function NumberFields({ value, rules, disabled, wrong, onChange }: NumberFieldsProps) {
  const { t } = useWords()
  const id = useId()
  const isForgotten = useContext(NotRemembered)
  // Typing does not change the country, except by an explicit dial code; the list does.
  const [chosen, setChosen] = useState<CountryCode>(() => countryOf(value, rules) ?? defaultCountry)
  const [typed, setTyped] = useState<string>()
  const fits = value === '' || value.startsWith(`+${dialCodeOf(chosen, rules)}`)
  const country = fits ? chosen : (countryOf(value, rules) ?? chosen)
  const shown = typed ?? formatNational(value, rules)
  const choose = (next: CountryCode) => {
    setChosen(next)
    onChange(numberTyped(shown.replace(/^\s*\+\d*/, ''), next, rules))
  }
  const type = (text: string) => {
    const kept = withinLimits(text, country, rules)
    setTyped(kept)
    setChosen(country)
    onChange(numberTyped(kept, country, rules))
  }
  const incomplete = typed === undefined && !wrong && !looksComplete(value, rules)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <CountryPicker country={country} rules={rules} disabled={disabled} onChoose={choose} />
        <div className="grid min-w-[10rem] flex-1 gap-1">
          <label htmlFor={id} className="text-sm text-mute">
            {t('questionnaire.phone.number')}
          </label>
          <input
            id={id}
            type="tel"
            autoComplete={isForgotten ? 'off' : 'tel'}
            dir="ltr"
            value={shown}
            disabled={disabled}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={incomplete ? `${id}-check` : undefined}
            onChange={(event) => type(event.target.value)}
            onBlur={() => runAfterPress(() => setTyped(undefined))}
            className={`${controlClass} text-start`}
          />
        </div>
      </div>
      <p id={`${id}-check`} role="status" className="text-wait empty:hidden">
        {incomplete ? t('questionnaire.phone.incomplete') : ''}
      </p>
    </>
  )
}

/**
 * Waits until no button is pressed: a line that appears earlier would move the button away from the pointer, and the click would be lost.
 */
function runAfterPress(act: () => void): void {
  if (!document.querySelector('button:active, a:active')) return act()
  const released = new AbortController()
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, () => (released.abort(), setTimeout(act)), { signal: released.signal })
}
