declare global {
  interface Window {
    /** Set by client/public/early-press.js until the page is hydrated. */
    earlyPress?: { readonly button: HTMLButtonElement | undefined; readonly forget: () => void }
  }
}

const { promise, resolve } = Promise.withResolvers<void>()
const longest = 3_000

/** A page calls this when it stands on the screen. What was pressed on the prerendered page before is pressed now. */
export function markHydrated(): void {
  resolve()
  const { earlyPress } = window
  earlyPress?.forget()
  if (earlyPress?.button?.isConnected) earlyPress.button.click()
}

/** Waits until the first page stands, so that nothing changes under one that is still being taken over. */
export function hydrated(): Promise<void> {
  return Promise.race([promise, new Promise<void>((give) => setTimeout(give, longest))])
}
