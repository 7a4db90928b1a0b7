import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { FieldError, useFieldIds } from '../field.tsx'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'type'> {
  label: ReactNode
  hint?: ReactNode
  error?: string
  id?: string
  ref?: Ref<HTMLInputElement>
}

/** A single checkbox; the whole row can be clicked. */
export function Checkbox({ label, hint, error, id, ...input }: CheckboxProps) {
  const ids = useFieldIds({ id, hint, error })
  return (
    <div className="grid gap-1.5">
      <label className="flex min-h-10 cursor-pointer items-start gap-3 py-1.5">
        <input type="checkbox" {...input} {...ids.control} className="mt-0.5 size-6 shrink-0 cursor-pointer" />
        <span>
          {label}
          {hint && (
            <span id={ids.hintId} className="block text-mute">
              {hint}
            </span>
          )}
        </span>
      </label>
      <FieldError id={ids.errorId} error={error} />
    </div>
  )
}
