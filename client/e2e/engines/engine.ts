import { existsSync } from 'node:fs'
import { firefox, chromium } from './puppeteer-engine.ts'
import { webKit } from './webdriver-engine.ts'

/** A usable control on the screen: the first visible element that matches the selector and, if given, has exactly this text. */
export interface Control {
  readonly selector: string
  readonly text?: string
}

/** A window that receives real clicks and keystrokes. */
export interface EngineWindow {
  open(url: string): Promise<void>
  /** Runs a function in the page; it cannot use its closure, only its arguments, which are JSON like its result. */
  run<Args extends readonly unknown[], Result>(act: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>
  shows(control: Control): Promise<boolean>
  /** `press`, `type` and `choose` throw if there is no such control. */
  press(control: Control): Promise<void>
  /** Replaces the value of a field by typing. */
  type(control: Control, text: string): Promise<void>
  /** Chooses an option of a select by its value. */
  choose(control: Control, value: string): Promise<void>
  close(): Promise<void>
}

/** A browser with separate storage, like a separate device. */
export interface EngineDevice {
  newWindow(): Promise<EngineWindow>
  close(): Promise<void>
}

export interface Engine {
  readonly name: string
  /** Starts a browser with empty storage, in English, as close to the width of a phone as the engine allows. */
  newDevice(): Promise<EngineDevice>
}

interface Kind {
  readonly name: string
  /** Why it cannot be used here; undefined if it can. */
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

/** The common browser engines; those that are not installed say so in `missing`. */
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
