import type { Ref, SelectHTMLAttributes } from 'react'
import { controlClass, Field, type FieldFrame } from '../field.tsx'
import { Icon } from '../icon.tsx'

export interface Choice {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectProps extends FieldFrame, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className' | 'children'> {
  choices: readonly Choice[]
  /** Shown while nothing is selected ("Please select"); its value is the empty string. */
  placeholder?: string
  ref?: Ref<HTMLSelectElement>
}

/** A choice from a short list, as a native select. Use `ComboBox` for long lists. */
export function Select({ label, hint, error, optional, id, choices, placeholder, dir, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <div className="relative" dir={dir}>
          <select {...select} {...control} className={`${controlClass} cursor-pointer appearance-none truncate pe-10`}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value} disabled={choice.disabled}>
                {choice.label}
              </option>
            ))}
          </select>
          <span className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-mute">
            <Icon name="chevron-down" />
          </span>
        </div>
      )}
    </Field>
  )
}
