/** Moves the focus to the first invalid field of a form, as soon as the errors of this submission are rendered. */
export function focusFirstFault(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
