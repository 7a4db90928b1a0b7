import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** Actions by key, named as in `KeyboardEvent.key`: `j`, `?`, `/`, `Escape`. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

const storageKey = 'portico.shortcuts'
const listeners = new Set<() => void>()

/** Handles single-key shortcuts, unless the user is typing, a dialog is open or shortcuts are turned off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
    const run = shortcuts[event.key]
    if (!run || !areShortcutsOn() || document.querySelector('dialog[open]')) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Whether shortcuts are on in this browser, and a setter: speech input and tremors can trigger them by accident. */
export function useShortcutSwitch(): [on: boolean, turn: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, areShortcutsOn, () => true), setShortcutsOn]
}

// Until the page is reloaded, where the browser's storage is disabled or full.
let isOnHere: boolean | undefined

function setShortcutsOn(on: boolean): void {
  isOnHere = on
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
    isOnHere = undefined
  } catch {
    // `isOnHere` is enough for this visit.
  }
  for (const listener of listeners) listener()
}

function areShortcutsOn(): boolean {
  try {
    return isOnHere ?? localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
