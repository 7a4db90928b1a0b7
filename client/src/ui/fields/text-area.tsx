import type { Ref, TextareaHTMLAttributes } from 'react'
import { controlClass, Field, type FieldFrame } from '../field.tsx'

export interface TextAreaProps extends FieldFrame, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'> {
  ref?: Ref<HTMLTextAreaElement>
}

/** A multi-line text field; grows with its content where the browser supports it, up to a height that keeps what is below on screen. */
export function TextArea({ label, hint, error, optional, id, rows = 3, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <textarea rows={rows} {...area} {...control} className={`${controlClass} field-sizing-content max-h-[40dvh] min-h-24`} />
      )}
    </Field>
  )
}
