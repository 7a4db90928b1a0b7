export interface Known {
  /** The language of the page. */
  readonly language: string
  /** English texts of the interface that are translated in this language. */
  readonly english: readonly string[]
}

/** Runs in the page: returns one sentence for each fault of the current screen. */
export function findFaults({ language, english }: Known): string[] {
  const faults = new Set<string>()
  const root = document.documentElement
  const shown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
  const nameOf = (element: Element): string =>
    `<${element.tagName.toLowerCase()}> ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)}`
  /** Whether this text is shown in full somewhere outside of a select. */
  const standsInFull = (text: string): boolean =>
    [...document.querySelectorAll('main span, main p, main dd')].some((one) => shown(one) && one.textContent === text)
  /** Visually hidden text for screen readers, clipped on purpose. */
  const heardOnly = (element: Element): boolean => element.closest('.sr-only') !== null

  if (root.scrollWidth > root.clientWidth) faults.add(`the page is ${root.scrollWidth - root.clientWidth} px too wide`)

  for (const element of document.querySelectorAll('a, button, input, select, textarea, label, summary, h1, h2, h3, p, li, dt, dd, td')) {
    if (!shown(element) || heardOnly(element)) continue
    const { left, right, width } = element.getBoundingClientRect()
    if (width > 1 && (left < -1 || right > root.clientWidth + 1)) faults.add(`over the edge: ${nameOf(element)}`)
    const { display, fontSize, fontFamily, fontWeight, paddingInlineStart, paddingInlineEnd } = getComputedStyle(element)
    const typed = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    if (display !== 'inline' && !typed && element.scrollWidth > element.clientWidth + 1)
      faults.add(`its text does not fit: ${nameOf(element)}`)
    if (element instanceof HTMLSelectElement) {
      const context = document.createElement('canvas').getContext('2d')
      if (!context) continue
      context.font = `${fontWeight} ${fontSize} ${fontFamily}`
      const room = element.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd)
      const chosen = element.selectedOptions[0]?.label ?? ''
      if (context.measureText(chosen).width > room + 1 && !standsInFull(chosen)) faults.add(`the choice is cut: ${chosen}`)
    }
  }

  for (const element of document.body.querySelectorAll('*')) {
    if (!shown(element) || heardOnly(element) || element.clientWidth <= 1 || (element.textContent ?? '').trim() === '') continue
    const { overflowX, overflowY } = getComputedStyle(element)
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    if (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) faults.add(`cut at the side: ${nameOf(element)}`)
    if (hides(overflowY) && element.scrollHeight > element.clientHeight + 1) faults.add(`cut below: ${nameOf(element)}`)
  }

  const inLanguage = (element: Element): boolean => element.closest('[lang]')?.getAttribute('lang') === language
  const usual = new Set('the and your you of is are this for with not please was have it from that been cannot here will'.split(' '))
  const isEnglish = (text: string): boolean => {
    if (english.includes(text)) return true
    const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
    return new Set(words.filter((word) => usual.has(word))).size >= 2
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    if (!element || element.closest('script, style, noscript') || !shown(element)) continue
    const text = (node.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    if (/[0-9]/.test(text) && /(?![0-9])\p{Nd}/u.test(text)) faults.add(`digits of two scripts: ${text.slice(0, 80)}`)
    if (language !== 'en' && inLanguage(element) && isEnglish(text)) faults.add(`in English: ${text.slice(0, 80)}`)
    if (heardOnly(element) || /^(zh|yue)/.test(language) || getComputedStyle(element).hyphens === 'auto') continue
    // Identifiers, file names and URLs, like name_of_a_file, may break anywhere.
    for (const { index, 0: word } of (node.textContent ?? '').matchAll(/(?<![\w@./\u00AD])[\p{L}\p{M}]{4,}(?![\w@/\u00AD]|\.\w)/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top / 4)))
      if (lines.size > 1 && !/[\p{Script=Han}]/u.test(word)) faults.add(`broken in the middle: ${word}`)
    }
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (language === 'en' || !shown(element) || !inLanguage(element)) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(name)
      if (text && english.includes(text)) faults.add(`${name} in English: ${text}`)
    }
  }
  return [...faults]
}
