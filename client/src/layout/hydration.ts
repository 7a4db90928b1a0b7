declare global {
  interface Window {
    /** Set by client/public/early.js until React listens. */
    earlyPress?: { readonly button: HTMLButtonElement | undefined; readonly forget: () => void }
  }
}

const { promise, resolve } = Promise.withResolvers<void>()
const longest = 3_000

/** To be called right before React listens: what was pressed on the prerendered page until then is pressed when the page stands. */
export function takeEarlyPress(): void {
  const { earlyPress } = window
  earlyPress?.forget()
  const pressed = earlyPress?.button
  if (pressed) void promise.then(() => (pressed.isConnected ? pressed : sameAs(pressed))?.click())
}

/** The button that now stands where one stood before the page was drawn anew. */
function sameAs(before: HTMLButtonElement): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find((button) => nameOf(button) === nameOf(before))
}

const nameOf = (button: HTMLButtonElement) => button.getAttribute('aria-label') ?? button.textContent

/** A page calls this when it stands on the screen. */
export function markHydrated(): void {
  resolve()
}

/** Waits until the first page stands, so that nothing changes under one that is still being taken over. */
export function hydrated(): Promise<void> {
  return Promise.race([promise, new Promise<void>((give) => setTimeout(give, longest))])
}
