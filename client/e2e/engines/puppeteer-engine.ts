import { launch, type BrowserContext, type ElementHandle, type LaunchOptions, type Page } from 'puppeteer-core'
import { machineEnv } from '../support/browser.ts'
import type { Control, Engine, EngineDevice, EngineWindow } from './engine.ts'
import { findControl } from './find-control.ts'

const phone = { width: 390, height: 844 }

/** Firefox, through WebDriver BiDi. */
export function firefox(executablePath: string): Engine {
  const extraPrefsFirefox = { 'intl.accept_languages': 'en-US', 'intl.locale.requested': 'en-US' }
  return puppeteer('Firefox', { browser: 'firefox', executablePath, extraPrefsFirefox, env: machineEnv() })
}

/** Chromium, through the DevTools protocol. */
export function chromium(executablePath: string): Engine {
  return puppeteer('Chromium', { browser: 'chrome', executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--lang=en-US'] })
}

function puppeteer(name: string, options: LaunchOptions): Engine {
  return {
    name,
    newDevice: async () => {
      const browser = await launch({ ...options, headless: true, defaultViewport: null })
      return new PuppeteerDevice(browser.defaultBrowserContext(), () => browser.close())
    },
  }
}

class PuppeteerDevice implements EngineDevice {
  readonly #context: BrowserContext
  readonly close: () => Promise<void>

  constructor(context: BrowserContext, close: () => Promise<void>) {
    this.#context = context
    this.close = close
  }

  async newWindow(): Promise<EngineWindow> {
    const page = await this.#context.newPage()
    await page.setViewport(phone)
    return new PuppeteerWindow(page)
  }
}

class PuppeteerWindow implements EngineWindow {
  readonly #page: Page
  readonly close: () => Promise<void>

  constructor(page: Page) {
    this.#page = page
    this.close = () => page.close()
  }

  async open(url: string): Promise<void> {
    await this.#page.goto(url)
  }

  run<Args extends readonly unknown[], Result>(act: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>> {
    return this.#page.evaluate(act as unknown as (...given: unknown[]) => Result, ...args)
  }

  async shows(control: Control): Promise<boolean> {
    return (await this.#lookFor(control)) !== null
  }

  async press(control: Control): Promise<void> {
    const found = await this.#find(control)
    await found.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await found.click()
  }

  async type(control: Control, text: string): Promise<void> {
    const field = await this.#find(control)
    await field.evaluate((element) => (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.select())
    await field.type(text)
  }

  async choose(control: Control, value: string): Promise<void> {
    await (await this.#find(control)).select(value)
  }

  async #find(control: Control): Promise<ElementHandle<Element>> {
    const found = await this.#lookFor(control)
    if (!found) throw new Error(`There is no ${control.selector} ${control.text ?? ''}`)
    return found
  }

  async #lookFor({ selector, text }: Control): Promise<ElementHandle<Element> | null> {
    return (await this.#page.evaluateHandle(findControl, selector, text ?? null)).asElement() as ElementHandle<Element> | null
  }
}
