import { Button, type ButtonProps } from './button.tsx'

/** The button that sends a form: it says what it does, and `busyLabel` while it does it. */
export function SubmitButton({ form, ...button }: Omit<ButtonProps, 'type' | 'busy' | 'form'> & { form: { readonly busy: boolean } }) {
  return (
    <div className="grid sm:justify-start">
      <Button {...button} type="submit" busy={form.busy} />
    </div>
  )
}
