import { createContext, useContext, useId, type ReactNode } from 'react'
import { useWords } from '../words/language.ts'
import { Icon } from './icon.tsx'

/** Props shared by all fields. */
export interface FieldFrame {
  label: ReactNode
  /** Shown between the label and the field. */
  hint?: ReactNode
  /** Shown below the field. */
  error?: string
  /** Adds "optional" to the label. */
  optional?: boolean
  id?: string
}

/** Turns off autocomplete for all fields inside: the device is shared, or the data is about someone else. */
export const NotRemembered = createContext(false)

/** The attributes that connect a control to its label, hint and error. */
export interface FieldControl {
  id: string
  /** Overrides the field's own value. */
  autoComplete?: 'off'
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The style of a one-line control, shared by inputs, selects and text areas. */
export const controlClass =
  'w-full min-h-12 rounded-md border-[1.5px] border-edge bg-raised px-3 py-2 text-ink transition-colors hover:border-ink aria-invalid:border-stop aria-invalid:border-2 disabled:bg-sunken disabled:text-mute disabled:cursor-not-allowed [&[readonly]]:bg-sunken'

/** Renders the label, the hint, the control and the error, in this order. */
export function Field({ label, hint, error, optional, id, children }: FieldFrame & { children: (control: FieldControl) => ReactNode }) {
  const ids = useFieldIds({ id, hint, error })
  return (
    <div className="grid gap-1.5">
      <label htmlFor={ids.control.id} className="font-medium wrap-anywhere">
        {label}
        {optional && <OptionalWord />}
      </label>
      {hint && <Hint id={ids.hintId}>{hint}</Hint>}
      {children(ids.control)}
      <FieldError id={ids.errorId} error={error} />
    </div>
  )
}

/** Like `Field`, for several controls that answer one question: a fieldset with a legend. */
export function FieldGroup({ label, hint, error, optional, id, children }: FieldFrame & { children: ReactNode }) {
  const ids = useFieldIds({ id, hint, error })
  return (
    <fieldset id={ids.control.id} tabIndex={-1} aria-describedby={ids.control['aria-describedby']} className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium wrap-anywhere">
        {label}
        {optional && <OptionalWord />}
      </legend>
      {hint && <Hint id={ids.hintId}>{hint}</Hint>}
      {children}
      <FieldError id={ids.errorId} error={error} />
    </fieldset>
  )
}

/** Returns the ids that connect label, hint, control and error. */
export function useFieldIds({ id, hint, error }: Pick<FieldFrame, 'id' | 'hint' | 'error'>) {
  const made = useId()
  const controlId = id ?? made
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')
  const control: FieldControl = {
    id: controlId,
    ...(useContext(NotRemembered) && { autoComplete: 'off' }),
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return { control, hintId, errorId }
}

/** The error message below a field; nothing without an error. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={id} className="flex items-start gap-1.5 font-medium text-stop">
      <span className="flex h-[1lh] items-center">
        <Icon name="warning" />
      </span>
      <span>{error}</span>
    </p>
  )
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className="text-mute">
      {children}
    </div>
  )
}

function OptionalWord() {
  const { t } = useWords()
  return <span className="font-normal text-mute"> ({t('kit.optional')})</span>
}
