import { expect, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'

interface Viewport {
  readonly width: number
  readonly height: number
}

/** The narrowest phone of WCAG 2.2 (reflow), and a desktop. */
export const widths = [
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
] as const

const thorough = process.env['PORTICO_LONG'] === '1'
const turns = new WeakMap<Page, number>()

/**
 * Expects no axe violations and no horizontal overflow on the current screen: at phone and desktop width in a long run, alternating from
 * screen to screen in a short one.
 */
export async function inspect(page: Page, what: string, at: readonly Viewport[] = inTurn(page)): Promise<void> {
  // A lazy-loaded page may not be rendered yet after its link was clicked.
  await page.locator('h1, [aria-level="1"]').first().waitFor({ state: 'attached' })
  for (const viewport of at) {
    await page.setViewportSize(viewport)
    await settled(page)
    const stick = await unstick(page)
    // Injecting axe takes as long as running it, so it is done once per page.
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
    const found = await page.evaluate(violations)
    await stick()
    expect.soft(found, `${what} at ${viewport.width} px`).toEqual([])
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect.soft(over, `${what} at ${viewport.width} px, pixels over the edge`).toBeLessThanOrEqual(0)
  }
}

/** Runs in the page. */
async function violations(): Promise<object[]> {
  const sent = (globalThis as unknown as { readonly axe: typeof axe }).axe
  const found = await sent.run({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
  return found.violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => [target.join(' '), failureSummary]),
  }))
}

function inTurn(page: Page): readonly Viewport[] {
  const turn = turns.get(page) ?? 0
  turns.set(page, turn + 1)
  return thorough ? widths : [widths[turn % 2 === 0 ? 0 : 1]]
}

/** Presses Tab until this control has the focus. */
export async function tabTo(page: Page, control: Locator, limit = 120): Promise<void> {
  for (let presses = 0; presses <= limit; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    if (presses < limit) await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${String(control)}`)
}

// What a sticky bar covers depends on the scroll position, so sticky elements are put into the normal flow during the inspection.
async function unstick(page: Page): Promise<() => Promise<void>> {
  const bars = await page.evaluateHandle(() => {
    const found = [...document.querySelectorAll<HTMLElement>('*')].filter((element) => getComputedStyle(element).position === 'sticky')
    return found.map((element) => {
      const style = element.getAttribute('style')
      element.style.setProperty('position', 'relative', 'important')
      element.style.setProperty('inset', 'auto', 'important')
      return { element, style }
    })
  })
  return () =>
    bars.evaluate((all) => {
      for (const { element, style } of all) {
        if (style === null) element.removeAttribute('style')
        else element.setAttribute('style', style)
      }
    })
}

// Waits for finite animations to end, because contrast is measured.
async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
        .map((one) => one.finished),
    ),
  )
}
