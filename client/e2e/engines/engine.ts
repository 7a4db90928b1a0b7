import { existsSync } from 'node:fs'
import { firefox, chromium } from './puppeteer-engine.ts'
import { webKit } from './webdriver-engine.ts'

/** What is on the screen and can be used: the first that has this selector, is shown, and says exactly this, where a text is given. */
export interface Control {
  readonly selector: string
  readonly text?: string
}

/** One window, used as a person uses it: real presses and keystrokes. */
export interface EngineWindow {
  open(url: string): Promise<void>
  /** Runs a function in the page; it knows nothing but its arguments, which are JSON like what it returns. */
  run<Args extends readonly unknown[], Result>(act: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>
  shows(control: Control): Promise<boolean>
  /** These throw when the control is not there. */
  press(control: Control): Promise<void>
  /** Types into a field in place of what it holds. */
  type(control: Control, text: string): Promise<void>
  /** Chooses from a drop-down list by the value of the option. */
  choose(control: Control, value: string): Promise<void>
  close(): Promise<void>
}

/** A browser with storage of its own, as on a device of its own. */
export interface EngineDevice {
  newWindow(): Promise<EngineWindow>
  close(): Promise<void>
}

export interface Engine {
  readonly name: string
  /** Starts a browser with empty storage, in English, as wide as a phone or as near to it as the engine comes. */
  newDevice(): Promise<EngineDevice>
}

interface Kind {
  readonly name: string
  /** Why it cannot be used here; undefined when it can. */
  readonly missing: string | undefined
  readonly engine: () => Engine
}

const firefoxes = [
  process.env['PORTICO_FIREFOX'] ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:/Program Files/Mozilla Firefox/firefox.exe',
]
const webKitDriver = process.env['PORTICO_WEBKIT_DRIVER'] ?? '/usr/bin/WebKitWebDriver'
const displayServer = '/usr/bin/Xvfb'

/** The engines that people's browsers are made of; those that are not installed say so. */
export function engines(): readonly Kind[] {
  const firefoxPath = firefoxes.find((path) => existsSync(path))
  const chromiumPath = process.env['PORTICO_BROWSER']
  const needed = process.env['DISPLAY'] ? [webKitDriver] : [webKitDriver, displayServer]
  return [
    { name: 'Chromium', missing: chromiumPath ? undefined : 'Chromium', engine: () => chromium(chromiumPath ?? '') },
    { name: 'Firefox', missing: firefoxPath ? undefined : 'Firefox (package firefox-esr)', engine: () => firefox(firefoxPath ?? '') },
    {
      name: 'WebKitGTK',
      missing: needed.every((path) => existsSync(path)) ? undefined : 'WebKitGTK (packages webkit2gtk-driver and xvfb)',
      engine: () => webKit(webKitDriver, displayServer),
    },
  ]
}
