import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** A portal in a separate process that a test may kill; it ends with the test process at the latest. */
export class PortalProcess {
  readonly #child: ChildProcess
  readonly #port: number
  readonly #ended: Promise<unknown>
  #errors = ''

  /** Starts `program` on this port, with `settings` in addition to the environment of this process. */
  constructor(program: string, port: number, settings: Readonly<Record<string, string>>) {
    const env = { ...process.env, LOG_LEVEL: 'error', PORT: String(port), ...settings }
    this.#child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    this.#child.stderr?.on('data', (chunk) => (this.#errors += chunk))
    this.#port = port
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve))
    // Ends a portal that never started or was not ended when the test process exits.
    const stop = () => this.#child.kill('SIGTERM')
    process.once('exit', stop)
    this.#child.once('exit', () => process.off('exit', stop))
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Waits until it is ready, which may take a minute on a busy machine; a portal that never starts is ended by the test's timeout. */
  async untilReady(): Promise<void> {
    while (!(await this.#isReady())) {
      if (this.hasEnded) throw new Error(`The portal ended before it was ready: ${this.#errors}`)
      await sleep(100)
    }
  }

  /** Ends it: immediately with `SIGKILL`, or gracefully including its database with `SIGTERM`. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#child.kill(signal)
    await this.#ended
  }

  #isReady(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.#port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
}
