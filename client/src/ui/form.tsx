import { useEffect, useEffectEvent, useRef, type FormEvent, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { useWords } from '../words/language.ts'
import { Icon } from './icon.tsx'

/** The state of a form, as returned by `useContractForm`. */
export interface FormModel {
  readonly errors: readonly { readonly name: string; readonly id: string; readonly message: string }[]
  readonly formError: string | undefined
  /** Counts the failed submissions; each moves the focus to the errors. */
  readonly failedAttempts: number
  readonly onSubmit: (event?: FormEvent) => void
  /** Called when a field is focused or changed. */
  readonly onBegin: () => void
}

/**
 * The form element around its fields. A failed submission moves the focus to the only invalid field, or else to a summary at the top with a
 * link to each. Put a `SubmitButton` inside.
 */
export function Form({ form, children, label, id }: { form: FormModel; children: ReactNode; label?: string; id?: string }) {
  const summary = useRef<HTMLDivElement>(null)
  const [only] = form.errors
  const hasSummary = form.errors.length > 1 || form.formError !== undefined
  const showWhatIsWrong = useEffectEvent(() => {
    if (hasSummary) summary.current?.focus()
    else if (only) focusField(only.id)
  })
  // Only another failed submission moves the focus, not later input.
  useEffect(() => {
    if (form.failedAttempts > 0) showWhatIsWrong()
  }, [form.failedAttempts])
  return (
    <form
      noValidate
      onKeyDown={ignoreShiftEnter}
      id={id}
      aria-label={label}
      onSubmit={form.onSubmit}
      onFocus={form.onBegin}
      onChange={form.onBegin}
      className="grid gap-6"
    >
      {hasSummary && <ErrorSummary form={form} ref={summary} />}
      {children}
    </form>
  )
}

// Only Enter without Shift submits (shared/spec/product.md#sign-in-page).
function ignoreShiftEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.shiftKey && event.target instanceof HTMLInputElement) event.preventDefault()
}

function ErrorSummary({ form, ref }: { form: FormModel; ref: Ref<HTMLDivElement> }) {
  const { t } = useWords()
  const several = form.errors.length > 1
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="flex items-start gap-3 rounded-md border-s-4 border-stop bg-stop-soft px-4 py-3">
      <span className="flex h-[1lh] items-center text-stop">
        <Icon name="warning" />
      </span>
      <div className="grid gap-1">
        {form.formError && <p className="font-medium">{form.formError}</p>}
        {several && (
          <>
            <p className="font-bold">{t('errors.fixFields', { count: form.errors.length })}</p>
            <ul className="grid">
              {form.errors.map(({ name, id, message }) => (
                <li key={name}>
                  <a
                    href={`#${id}`}
                    className="link inline-block py-1"
                    onClick={(event) => {
                      event.preventDefault()
                      focusField(id)
                    }}
                  >
                    {summaryOf(labelOf(id), message)}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}

function summaryOf(label: string, message: string): string {
  if (label === '') return message
  return /[?!.؟።।？]$/.test(label) ? `${label} ${message}` : `${label}: ${message}`
}

/** Returns the label of a field as it is rendered, so that the summary uses the same words. */
function labelOf(id: string): string {
  const field = document.getElementById(id)
  const labels = field && 'labels' in field && field.labels instanceof NodeList ? field.labels : undefined
  return field?.querySelector('legend')?.textContent ?? labels?.[0]?.textContent ?? ''
}

function focusField(id: string): void {
  const field = document.getElementById(id)
  const control = field instanceof HTMLFieldSetElement ? (field.querySelector<HTMLElement>('input, select, textarea') ?? field) : field
  control?.focus()
  control?.scrollIntoView?.({ block: 'center' })
}
