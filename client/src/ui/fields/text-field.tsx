import type { InputHTMLAttributes, Ref } from 'react'
import { controlClass, Field, type FieldFrame } from '../field.tsx'

export interface TextFieldProps extends FieldFrame, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  ref?: Ref<HTMLInputElement>
}

/** A one-line text field. Takes the result of `form.field(name)`, or `value` and `onChange`. */
export function TextField({ label, hint, error, optional, id, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => <input type="text" {...input} {...control} className={controlClass} />}
    </Field>
  )
}
