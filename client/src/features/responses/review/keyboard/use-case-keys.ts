import { useState } from 'react'
import { announce, runToastAction } from '../../../../ui/feedback/toast.tsx'
import { useShortcuts } from '../../../../ui/shortcuts/use-shortcuts.ts'

interface CaseList {
  /** The anonymousIds of the rows, in order. */
  readonly ids: readonly string[]
  readonly openId: string | undefined
  /** Index of the open case among the rows, or its last index if it has left. */
  readonly index: number
  readonly open: (anonymousId: string | undefined) => void
  /** Turns the page; undefined at either end. */
  readonly turnPage: { readonly next: (() => void) | undefined; readonly previous: (() => void) | undefined }
}

/** Handles the keyboard shortcuts of a list of cases and of its open case; returns whether the list of shortcuts is shown. */
export function useCaseKeys(list: CaseList): [helpShown: boolean, showHelp: (shown: boolean) => void] {
  const [helpShown, showHelp] = useState(false)
  const numbers = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [String(index + 1), () => goToSection(index + 1)]))
  useShortcuts({
    ...numbers,
    j: () => moveBy(list, 1),
    k: () => moveBy(list, -1),
    o: () => list.open(focusedId() ?? list.ids[0]),
    g: () => pressDecisionButton('green'),
    r: () => pressDecisionButton('red'),
    '.': () => goToSection(1),
    f: () => focusOn(document.querySelector('[data-find]')),
    '/': () => focusOn(document.querySelector('[role=search] input')),
    z: () => void (runToastAction() || announce('There is nothing to undo.')),
    Escape: list.openId === undefined ? undefined : () => close(list),
    '?': () => showHelp(true),
  })
  return [helpShown, showHelp]
}

// If a case is open, the next one opens; otherwise only focus moves.
function moveBy(list: CaseList, by: 1 | -1): void {
  const focused = focusedId()
  const at = list.openId === undefined ? list.ids.indexOf(focused ?? '') : list.index
  // If the open case has left the list, the next case has taken its index.
  const isGone = list.openId !== undefined && list.ids[list.index] !== list.openId
  const to = by === 1 && isGone ? at : at + by
  const id = list.ids[to]
  if (id === undefined) return turnPageBy(list, by)
  focusOn(openButtonOf(id))
  if (list.openId !== undefined) list.open(id)
}

function turnPageBy({ turnPage, openId }: CaseList, by: 1 | -1): void {
  const go = by === 1 ? turnPage.next : turnPage.previous
  if (go) go()
  else announce(by === 1 ? 'This is the last case.' : 'This is the first case.')
  if (openId === undefined) focusOn(document.querySelector('[role=table]'))
}

function close({ openId, open }: CaseList): void {
  open(undefined)
  focusOn(openButtonOf(openId ?? ''))
}

/**
 * Clicks Mark as green or Mark as red: of the focused answer or decision, else for green of the first red answer, else of the overall
 * decision.
 */
function pressDecisionButton(flag: 'red' | 'green'): void {
  const at = document.activeElement?.closest('[data-section="1"], tr:not([data-detail])')
  const button = at?.querySelector<HTMLElement>(`[data-mark=${flag}]`)
  const first = flag === 'green' ? document.querySelector<HTMLElement>('[data-group=red] [data-mark=green]') : undefined
  const target = button ?? first ?? document.querySelector<HTMLElement>(`[data-section="1"] [data-mark=${flag}]`)
  if (!target) return announce('Open a case first.')
  target.focus()
  target.click()
}

function goToSection(number: number): void {
  const section = document.querySelector<HTMLElement>(`[data-section="${number}"]`)
  if (!section) return
  section.querySelector<HTMLElement>('button[aria-expanded=false][data-fold]')?.click()
  focusOn(section)
  section.scrollIntoView({ block: 'start', behavior: 'instant' })
}

/** Moves focus after a decision on an answer: to the next red answer, or to the overall decision if none is left. */
export function focusOnNextDecision(decided: number): void {
  const next = document.querySelector<HTMLElement>(`[data-group=red] [data-mark=green]:not([data-answer="${decided}"])`)
  focusOn(next ?? document.querySelector<HTMLElement>('[data-section="1"] [data-mark=green]'))
}

function focusedId(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-opens]')?.dataset['opens']
}

function openButtonOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(id)}"] button`)
}

function focusOn(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus()
}
