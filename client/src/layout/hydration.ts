declare global {
  interface Window {
    /** Set by client/public/early.js until React is listening. */
    earlyPress?: { readonly button: HTMLButtonElement | undefined; readonly forget: () => void }
  }
}

const { promise, resolve } = Promise.withResolvers<void>()
const hydrationTimeoutMs = 3_000

/** To be called right before React is listening: replays the last press on the prerendered page after hydration. */
export function takeEarlyPress(): void {
  const { earlyPress } = window
  earlyPress?.forget()
  const pressed = earlyPress?.button
  if (pressed) void promise.then(() => (pressed.isConnected ? pressed : findReplacement(pressed))?.click())
}

/** Finds the button with the same name after a re-render has replaced it. */
function findReplacement(before: HTMLButtonElement): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find((button) => nameOf(button) === nameOf(before))
}

const nameOf = (button: HTMLButtonElement) => button.getAttribute('aria-label') ?? button.textContent

/** Called by a page when it is rendered. */
export function markHydrated(): void {
  resolve()
}

/** Resolves when the first page is hydrated, or after 3 s, so that nothing changes during hydration. */
export function hydrated(): Promise<void> {
  return Promise.race([promise, new Promise<void>((give) => setTimeout(give, hydrationTimeoutMs))])
}
