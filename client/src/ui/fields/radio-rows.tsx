import { useId, type ChangeEvent, type FocusEvent, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { FieldGroup, type FieldFrame } from '../field.tsx'

export interface RadioChoice {
  value: string
  label: ReactNode
  hint?: ReactNode
}

export interface RadioRowsProps extends FieldFrame {
  choices: readonly RadioChoice[]
  name?: string
  /** The selected value; omit it if the form holds it (`form.field(name)`). Nothing is preselected by default. */
  value?: string
  onChange?: (event: ChangeEvent<HTMLInputElement>) => unknown
  onBlur?: (event: FocusEvent<HTMLInputElement>) => unknown
  ref?: Ref<HTMLInputElement>
  disabled?: boolean
  /** Lays out rows side by side if there is room (for short labels such as Yes and No). */
  sideBySide?: boolean
  /** The text direction of the choices, if it may differ from that of the page. */
  dir?: 'ltr' | 'rtl'
}

/** A choice of one from a few, as large rows that can be clicked anywhere. */
export function RadioRows({ choices, name, value, onChange, onBlur, ref, disabled, sideBySide = false, dir, ...frame }: RadioRowsProps) {
  const made = useId()
  return (
    <FieldGroup {...frame}>
      <div dir={dir} className={`grid gap-2 ${sideBySide ? 'sm:grid-cols-2' : ''}`}>
        {choices.map((choice) => (
          <ChoiceRow
            key={choice.value}
            type="radio"
            choice={choice}
            name={name ?? made}
            checked={value === undefined ? undefined : value === choice.value}
            onChange={onChange}
            onBlur={onBlur}
            ref={ref}
            disabled={disabled}
            aria-invalid={frame.error ? true : undefined}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

interface CheckboxRowsProps extends FieldFrame {
  choices: readonly RadioChoice[]
  /** The selected values, in the order of the choices. */
  chosen: readonly string[]
  disabled?: boolean
  /** As in `RadioRows`. */
  dir?: 'ltr' | 'rtl'
  onChange: (chosen: string[]) => void
}

/** A choice of any from a few, with the same rows. */
export function CheckboxRows({ choices, chosen, disabled, dir, onChange, ...frame }: CheckboxRowsProps) {
  const choose = (value: string, isChosen: boolean) =>
    onChange(choices.map((choice) => choice.value).filter((one) => (one === value ? isChosen : chosen.includes(one))))
  return (
    <FieldGroup {...frame}>
      <div dir={dir} className="grid gap-2">
        {choices.map((choice) => (
          <ChoiceRow
            key={choice.value}
            type="checkbox"
            choice={choice}
            checked={chosen.includes(choice.value)}
            disabled={disabled}
            aria-invalid={frame.error ? true : undefined}
            onChange={(event) => choose(choice.value, event.target.checked)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

interface ChoiceRowProps extends InputHTMLAttributes<HTMLInputElement> {
  type: 'radio' | 'checkbox'
  choice: RadioChoice
  ref?: Ref<HTMLInputElement>
}

function ChoiceRow({ choice, ...input }: ChoiceRowProps) {
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-md border-[1.5px] border-edge bg-raised px-4 py-3 transition-colors hover:border-ink hover:bg-sunken has-checked:border-ink has-checked:bg-sunken has-checked:shadow-[inset_0_0_0_1px_var(--ink)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed has-disabled:text-mute">
      <input {...input} value={choice.value} className="size-6 shrink-0 cursor-pointer focus-visible:outline-none" />
      <span className="min-w-0">
        <span className="block">{choice.label}</span>
        {choice.hint && <span className="block text-sm text-mute">{choice.hint}</span>}
      </span>
    </label>
  )
}
