/** Runs in the page: returns the first visible element that matches the selector and has exactly this text (any text if null). */
export function findControl(selector: string, text: string | null): Element | null {
  const says = (element: Element): string => {
    const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null
    const name = element.getAttribute('aria-label') ?? (labels?.[0] ?? element).textContent ?? ''
    return name.replaceAll(/\s+/g, ' ').trim()
  }
  const fits = (element: Element) => element.getClientRects().length > 0 && (text === null || says(element) === text)
  return [...document.querySelectorAll(selector)].find(fits) ?? null
}
