import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** What a key does. Keys are named as the browser names them: `j`, `?`, `/`, `Escape`. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

const storageKey = 'portico.shortcuts'
const listeners = new Set<() => void>()

/** Single keys do something while nothing is being typed, no dialog is open and the person has not turned them off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
    const run = shortcuts[event.key]
    if (!run || !areOn() || document.querySelector('dialog[open]')) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Whether single keys are on in this browser, and a switch for it: speech input and shaky hands press them by accident. */
export function useShortcutSwitch(): [on: boolean, turn: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, areOn, () => true), turn]
}

function turn(on: boolean): void {
  if (on) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
  for (const listener of listeners) listener()
}

function areOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
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
