/**
 * Runs in the page, and does what a browser's translator does: replaces each text, as soon as it is shown, by an element with its
 * translation, which here is the same text.
 */
export function translatePage(): void {
  const isOwn = (node: Node | null) => node?.nodeName === 'FONT'
  const kept = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEXTAREA', 'OPTION', 'CODE'])

  function translate(text: Text): void {
    const parent = text.parentElement
    if (!parent || isOwn(parent) || kept.has(parent.tagName) || parent.closest('[translate=no]') || text.data.trim() === '') return
    const translated = document.createElement('font').appendChild(document.createElement('font'))
    translated.textContent = text.data
    if (translated.parentNode) text.replaceWith(translated.parentNode)
  }

  function translateAll(root: Node): void {
    if (root instanceof Text) return translate(root)
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) if (text instanceof Text) translate(text)
  }

  addEventListener('load', () => {
    translateAll(document.body)
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        if (target instanceof Text) translate(target)
        for (const added of addedNodes) translateAll(added)
      }
    })
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}
