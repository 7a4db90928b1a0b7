/** As the `ref` of an element with `tabIndex={-1}`, moves the focus to it when it appears. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}
