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
  written,
  type CountryCode,
  type NumberRules,
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
 * over is a + and digits (shared/spec/product.md#answers). Without the rules of numbers it waits for them: a country is never guessed.
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
  // While one is typing, the country stays: only a dial code that is written out, or the list, changes it.
  const [chosen, setChosen] = useState<CountryCode>(() => countryOf(value, rules) ?? usual)
  const [typed, setTyped] = useState<string>()
  const fits = value === '' || value.startsWith(`+${dialCodeOf(chosen, rules)}`)
  const country = fits ? chosen : (countryOf(value, rules) ?? chosen)
  const shown = typed ?? written(value, rules)
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
            onBlur={() => afterPress(() => setTyped(undefined))}
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

/** Once nothing is being pressed: a line that appears earlier moves the button away from under the finger, and the press is lost. */
function afterPress(act: () => void): void {
  if (!document.querySelector('button:active, a:active')) return act()
  const released = new AbortController()
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, () => (released.abort(), setTimeout(act)), { signal: released.signal })
}
