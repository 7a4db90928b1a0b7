// Remembers the button that was last pressed before the page's own code has arrived; client/src/layout/hydration.ts presses it then.
// On a slow connection that is seconds during which a prerendered page looks finished.
addEventListener('click', rememberPress, true)

function rememberPress(event) {
  window.earlyPress = { button: event.target.closest?.('button[type="button"]') ?? undefined, forget }
}

function forget() {
  removeEventListener('click', rememberPress, true)
  delete window.earlyPress
}

window.earlyPress = { button: undefined, forget }
