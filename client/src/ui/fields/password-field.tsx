import { useState } from 'react'
import { useWords } from '../../words/language.ts'
import { controlClass, Field } from '../field.tsx'
import type { TextFieldProps } from './text-field.tsx'

/** A password field with a button to show the password. Set `autoComplete` to `current-password` or `new-password`. */
export function PasswordField({ label, hint, error, optional, id, ...input }: TextFieldProps) {
  const { t } = useWords()
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            dir="ltr"
            spellCheck={false}
            autoCapitalize="none"
            className={`${controlClass} pe-14`}
          />
          <button
            type="button"
            aria-label={t(shown ? 'kit.hidePassword' : 'kit.showPassword')}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 end-0 grid w-12 cursor-pointer place-items-center rounded-md text-mute hover:text-ink"
          >
            <Eye crossed={shown} />
          </button>
        </div>
      )}
    </Field>
  )
}

function Eye({ crossed }: { crossed: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
      {crossed && <path d="M4 20 20 4" />}
    </svg>
  )
}
