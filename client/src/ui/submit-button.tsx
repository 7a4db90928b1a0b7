import { Button, type ButtonProps } from './button.tsx'

/** The button that submits a form; shows `busyLabel` while submitting. */
export function SubmitButton({ form, ...button }: Omit<ButtonProps, 'type' | 'busy' | 'form'> & { form: { readonly busy: boolean } }) {
  return (
    <div className="grid sm:justify-start">
      <Button {...button} type="submit" busy={form.busy} />
    </div>
  )
}

interface SubmitOrCancelProps {
  form: { readonly busy: boolean }
  busyLabel: string
  onCancel: () => void
  children: string
}

/** The buttons of a form that opens within a page: submit or cancel. */
export function SubmitOrCancel({ form: { busy }, busyLabel, onCancel, children }: SubmitOrCancelProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" size="small" busy={busy} busyLabel={busyLabel}>
        {children}
      </Button>
      <Button kind="secondary" size="small" onClick={onCancel} disabled={busy}>
        Cancel
      </Button>
    </div>
  )
}
