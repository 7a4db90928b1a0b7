import { lazy, type ComponentType } from 'react'

/**
 * Lazy-loads a part of a page. If it cannot be loaded (no connection, or a newer version of Portico has replaced it), `Unloaded` takes its
 * place with the same props, and the rest of the page stays, with whatever was typed there.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>, Unloaded: ComponentType<Props>) {
  return lazy(async () => ({ default: await load().catch(() => Unloaded) }))
}
