import type { Relation } from '../../package/relations.ts'
import { localName } from '../../package/xml-reader.ts'
import { isElement } from '../../package/xml-tree.ts'
import type { Element } from '../../package/xml-tree.ts'
import { partKinds, picturesNamedBy } from './part-kinds.ts'

/** Attributes that name a relationship, such as `r:id` and `r:embed`. */
const reference = /^(?!xmlns:).+:(id|relid|embed|link|pict|dm|lo|qs|cs)$/
/** Elements that may name a link. Programs follow what any other names when they open the file, whatever kind of relationship it is. */
const links = new Set(['hyperlink', 'hlinkClick', 'hlinkHover', 'hlinkMouseOver'])
/** Elements that are complete without the attribute that names a relationship. */
const completeWithout = new Set(['blip', 'imagedata', 'fill', 'pageSetup'])
/** Elements whose parents are complete without them. */
const optional = new Set([...links, 'ext', 'externalData', 'userShapes'])
/** Elements that may not be empty. */
const lists = new Set(['hyperlinks', 'extLst'])

/**
 * Removes references to parts that were not copied, and those to addresses that are not links, with as little of the tree as possible.
 * `relations` are the relationships of the copied part. The root itself is kept; at most everything in it is removed.
 */
export function removeDanglingReferences(root: Element, relations: readonly Relation[]): void {
  const byId = new Map(relations.map((relation) => [relation.id, relation]))

  /** Whether the element is to be removed, after removing what can be spared in it. */
  function mustGo(node: Element): boolean {
    const isKept = (name: string, id: string) => !name.endsWith(':link') && mayName(node, byId.get(id))
    const refers = (name: string, id: string) => reference.test(name) || (/^(?!xmlns:).+:/.test(name) && byId.has(id))
    const dangling = Object.entries(node.attributes).filter(([name, id]) => id !== '' && refers(name, id) && !isKept(name, id))
    const keepsItself = completeWithout.has(localName(node.name))
    if (keepsItself) for (const [name] of dangling) delete node.attributes[name]
    else if (dangling.length > 0) return true
    const lost = new Set(node.children.filter(isElement).filter(mustGo))
    if (![...lost].every(({ name }) => optional.has(localName(name)) || lists.has(localName(name)))) return true
    node.children = node.children.filter((child) => !isElement(child) || !lost.has(child))
    return lists.has(localName(node.name)) && lost.size > 0 && !node.children.some(isElement)
  }

  root.children = root.children.filter((child) => !isElement(child) || !mustGo(child))
}

function mayName({ name }: Element, relation: Relation | undefined): boolean {
  if (!relation) return false
  if (relation.external) return links.has(localName(name))
  const names = relation.kind === 'image' ? picturesNamedBy : partKinds[relation.kind]?.namedBy
  return names?.includes(localName(name)) ?? false
}
