import { spawn, type ChildProcess } from 'node:child_process'
import { freePort } from '../../src/infra/free-port.ts'

/** A portal in a separate process that a test may kill; it ends with the test process at the latest. */
export class PortalProcess {
  readonly port: number
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  #output = ''
  #errors = ''

  /** Starts `program` on this port, with `settings` in addition to the environment of this process. */
  constructor(program: string, port: number, settings: Readonly<Record<string, string>>) {
    const env = { ...process.env, LOG_LEVEL: 'error', PORT: String(port), ...settings }
    this.port = port
    this.#child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child.stdout?.on('data', (chunk) => (this.#output += chunk))
    this.#child.stderr?.on('data', (chunk) => (this.#errors += chunk))
    this.#ended = new Promise((resolve) => this.#child.once('close', resolve))
    // Ends a portal that never started or was not ended when the test process exits.
    const stop = () => this.#child.kill('SIGTERM')
    process.once('exit', stop)
    this.#child.once('exit', () => process.off('exit', stop))
  }

  /**
   * Starts `program` on a free port and waits until it is ready. The port is chosen seconds before the portal listens, so another process can
   * take it in between: then it starts on another one. `settingsAt` returns the settings for a port.
   *
   * @throws when the portal ends before it is ready for any other reason.
   */
  static async onFreePort(
    program: string,
    settingsAt: (port: number) => Promise<Readonly<Record<string, string>>>,
  ): Promise<PortalProcess> {
    const port = await freePort()
    const portal = new PortalProcess(program, port, await settingsAt(port))
    try {
      await portal.untilReady()
      return portal
    } catch (error) {
      if (!portal.#errors.includes(`EADDRINUSE: address already in use 127.0.0.1:${port}\n`)) throw error
      return PortalProcess.onFreePort(program, settingsAt)
    }
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /**
   * Waits until it says that it is ready, which may take a minute on a busy machine; a portal that never starts is ended by the test's timeout.
   *
   * @throws when it ends before.
   */
  async untilReady(): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = () => this.#output.includes('ready at ') && resolve()
      this.#child.stdout?.on('data', look)
      void this.#ended.then(() => resolve())
      look()
    })
    if (!this.#output.includes('ready at ')) throw new Error(`The portal ended before it was ready: ${this.#errors}`)
  }

  /** Ends it: immediately with `SIGKILL`, or gracefully including its database with `SIGTERM`. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#child.kill(signal)
    await this.#ended
  }
}
