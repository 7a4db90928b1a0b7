import { createContext, useContext, useId, type ReactNode } from 'react'
import { useWords } from '../words/language.ts'
import { Icon } from './icon.tsx'

/** What every field can be given. */
export interface FieldFrame {
  label: ReactNode
  /** Under the label, before the field. */
  hint?: ReactNode
  /** Under the field. */
  error?: string
  /** Says "optional" beside the label. */
  optional?: boolean
  id?: string
}

/** Where it is true, browsers are asked to remember nothing of what is typed: others use the device, or it is about somebody else. */
export const NotRemembered = createContext(false)

/** What the control of a field carries, so that label, hint and error belong to it. */
export interface FieldControl {
  id: string
  /** Over whatever the field says of itself. */
  autoComplete?: 'off'
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Look of a one-line control, shared by inputs, selects and text areas. */
export const controlClass =
  'w-full min-h-12 rounded-md border-[1.5px] border-edge bg-raised px-3 py-2 text-ink transition-colors hover:border-ink aria-invalid:border-stop aria-invalid:border-2 disabled:bg-sunken disabled:text-mute disabled:cursor-not-allowed [&[readonly]]:bg-sunken'

/** Label above, hint under the label, control, error under the control. */
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

/** The same for several controls under one question: a fieldset with a legend. */
export function FieldGroup({ label, hint, error, optional, id, children }: FieldFrame & { children: ReactNode }) {
  const ids = useFieldIds({ id, hint, error })
  return (
    <fieldset id={ids.control.id} tabIndex={-1} aria-describedby={ids.control['aria-describedby']} className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">
        {label}
        {optional && <OptionalWord />}
      </legend>
      {hint && <Hint id={ids.hintId}>{hint}</Hint>}
      {children}
      <FieldError id={ids.errorId} error={error} />
    </fieldset>
  )
}

/** The ids that tie label, hint, control and error together. */
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

/** The sentence under a field that says what to do; nothing without an error. */
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
