// Browsers' translators put a `<font>` in the place of each text node, or move the node into one.
const isStandIn = (node: Node | null): node is HTMLElement => node instanceof HTMLElement && node.tagName === 'FONT'

/**
 * Lets React go on with a page whose texts the browser's translator has replaced: React keeps references to the replaced text nodes, so that
 * removing one or inserting before one would throw, and changing one would change nothing on the screen. Each text is put back in its
 * place before React touches it; the translator then translates it again.
 */
export function restoreReplacedTexts(root: Node): void {
  const standIns = new WeakMap<Node, HTMLElement>()
  const observer = new MutationObserver(note)
  observer.observe(root, { childList: true, subtree: true })

  function note(records: readonly MutationRecord[]): void {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
      for (const removed of removedNodes) {
        const standIn = removed instanceof Text && [...addedNodes, previousSibling, nextSibling].find(isStandIn)
        if (standIn) standIns.set(removed, standIn)
      }
  }

  function restore(text: Node): void {
    note(observer.takeRecords())
    let standIn: Node | null | undefined = text.parentNode === null ? standIns.get(text) : text
    while (standIn && isStandIn(standIn.parentNode)) standIn = standIn.parentNode
    standIns.delete(text)
    if (standIn && standIn !== text) standIn.parentNode?.replaceChild(text, standIn)
  }

  restoreFirst(restore)
}

// Patches the methods with which React changes texts and children.
function restoreFirst(restore: (text: Node) => void): void {
  const { insertBefore, appendChild, removeChild, nodeValue } = Object.getOwnPropertyDescriptors(Node.prototype)
  Object.assign(Node.prototype, {
    insertBefore(this: Node, added: Node, next: Node | null) {
      if (added instanceof Text) restore(added)
      if (next instanceof Text && next.parentNode !== this) restore(next)
      return insertBefore.value?.call(this, added, next?.parentNode === this ? next : null)
    },
    appendChild(this: Node, added: Node) {
      if (added instanceof Text) restore(added)
      return appendChild.value?.call(this, added)
    },
    removeChild(this: Node, removed: Node) {
      if (removed instanceof Text && removed.parentNode !== this) restore(removed)
      return removed.parentNode === this ? removeChild.value?.call(this, removed) : removed
    },
  })
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Text, text: string | null) {
      if (!this.isConnected) restore(this)
      nodeValue.set?.call(this, text)
    },
  })
}
