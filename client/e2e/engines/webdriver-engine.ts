import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../server/src/infra/free-port.ts'
import { machineEnv } from '../support/browser.ts'
import type { Control, Engine, EngineDevice, EngineWindow } from './engine.ts'
import { findControl } from './find-control.ts'

const upWithinMs = 30_000
/** The key of an element reference in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** WebKitGTK, through its WebDriver; starts a virtual display if the machine has none. */
export function webKit(driver: string, displayServer: string): Engine {
  return { name: 'WebKitGTK', newDevice: () => WebDriverDevice.start(driver, displayServer) }
}

/** Sends a command to the driver; throws on errors. Paths are relative to the session. */
type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

class WebDriverDevice implements EngineDevice {
  readonly #ask: Ask
  readonly #processes: readonly ChildProcess[]
  #opened = false

  private constructor(ask: Ask, processes: readonly ChildProcess[]) {
    this.#ask = ask
    this.#processes = processes
  }

  static async start(driver: string, displayServer: string): Promise<WebDriverDevice> {
    const processes: ChildProcess[] = []
    try {
      const display = process.env['DISPLAY'] ?? (await startDisplay(displayServer, processes))
      const port = await freePort()
      const env = { ...machineEnv(), DISPLAY: display, LANG: 'C.UTF-8', LANGUAGE: 'en', WEBKIT_DISABLE_DMABUF_RENDERER: '1' }
      processes.push(spawn(driver, ['--host=127.0.0.1', `--port=${port}`], { env, stdio: 'ignore' }))
      return new WebDriverDevice(await newSession(`http://127.0.0.1:${port}`), processes)
    } catch (cause) {
      await end(processes)
      throw cause
    }
  }

  async newWindow(): Promise<EngineWindow> {
    const { handle } = this.#opened
      ? ((await this.#ask('POST', '/window/new', { type: 'window' })) as { handle: string })
      : { handle: (await this.#ask('GET', '/window')) as string }
    this.#opened = true
    await this.#ask('POST', '/window', { handle })
    await this.#ask('POST', '/window/rect', { width: 390, height: 844 })
    return new WebDriverWindow(this.#ask, handle)
  }

  async close(): Promise<void> {
    try {
      await this.#ask('DELETE', '')
    } finally {
      await end(this.#processes)
    }
  }
}

class WebDriverWindow implements EngineWindow {
  readonly #driver: Ask
  readonly #handle: string

  constructor(driver: Ask, handle: string) {
    this.#driver = driver
    this.#handle = handle
  }

  async open(url: string): Promise<void> {
    await this.#ask('POST', '/url', { url })
  }

  async run<Args extends readonly unknown[], Result>(act: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>> {
    const script = `const done = arguments[arguments.length - 1]
      Promise.resolve((${act.toString()})(...[...arguments].slice(0, -1))).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const answer = (await this.#ask('POST', '/execute/async', { script, args })) as { value: Awaited<Result>; error?: string }
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value
  }

  async shows(control: Control): Promise<boolean> {
    return (await this.#lookFor(control)) !== undefined
  }

  async press(control: Control): Promise<void> {
    const found = await this.#find(control)
    const script = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })"
    await this.#ask('POST', '/execute/sync', { script, args: [{ [elementKey]: found }] })
    await this.#ask('POST', `/element/${found}/click`, {})
  }

  async type(control: Control, text: string): Promise<void> {
    const field = await this.#find(control)
    await this.#ask('POST', `/element/${field}/clear`, {})
    await this.#ask('POST', `/element/${field}/value`, { text })
  }

  async choose(control: Control, value: string): Promise<void> {
    const list = await this.#find(control)
    const option = await this.#ask('POST', `/element/${list}/element`, { using: 'css selector', value: `option[value="${value}"]` })
    await this.#ask('POST', `/element/${(option as Record<string, string>)[elementKey]}/click`, {})
  }

  async close(): Promise<void> {
    await this.#ask('DELETE', '/window')
  }

  async #find(control: Control): Promise<string> {
    const found = await this.#lookFor(control)
    if (!found) throw new Error(`There is no ${control.selector} ${control.text ?? ''}`)
    return found
  }

  async #lookFor({ selector, text }: Control): Promise<string | undefined> {
    const script = `return (${findControl.toString()})(...arguments)`
    const found = (await this.#ask('POST', '/execute/sync', { script, args: [selector, text ?? null] })) as Record<string, string> | null
    return found?.[elementKey]
  }

  // The driver has one current window at a time.
  async #ask(...request: Parameters<Ask>): Promise<unknown> {
    await this.#driver('POST', '/window', { handle: this.#handle })
    return this.#driver(...request)
  }
}

async function newSession(origin: string): Promise<Ask> {
  const ask = async (...[method, path, body]: Parameters<Ask>): Promise<unknown> => {
    const response = await fetch(`${origin}/session${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  for (const until = Date.now() + upWithinMs; ; await sleep(100)) {
    const ready = await fetch(`${origin}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) break
    if (Date.now() > until) throw new Error('The driver of WebKitGTK did not come up')
  }
  const { sessionId } = (await ask('POST', '', { capabilities: { alwaysMatch: {} } })) as { sessionId: string }
  return (method, path, body) => ask(method, `/${sessionId}${path}`, body)
}

/** Starts a virtual display, which chooses its own number and reports it. */
async function startDisplay(displayServer: string, processes: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
  const server = spawn(displayServer, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], env: machineEnv() })
  processes.push(server)
  const [number] = (await once(server.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  return `:${String(number).trim()}`
}

/** Ends the processes, the last one first. */
async function end(processes: readonly ChildProcess[]): Promise<void> {
  for (const one of processes.toReversed()) {
    if (one.exitCode !== null || one.signalCode !== null) continue
    const gone = once(one, 'exit')
    one.kill()
    await gone
  }
}
