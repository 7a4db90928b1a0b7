import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** A portal in a process of its own, that a test may kill; it ends with the process of the test at the latest. */
export class PortalProcess {
  readonly #child: ChildProcess
  readonly #port: number
  readonly #ended: Promise<unknown>

  /** Starts `program` at this port, with `settings` besides those of this process. */
  constructor(program: string, port: number, settings: Readonly<Record<string, string>>) {
    const env = { ...process.env, LOG_LEVEL: 'error', PORT: String(port), ...settings }
    this.#child = spawn(process.execPath, [program], { env, stdio: 'ignore' })
    this.#port = port
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve))
    // One that never came up is left by the limit of the test, and so is one whose test does not end it.
    const stop = () => this.#child.kill('SIGTERM')
    process.once('exit', stop)
    this.#child.once('exit', () => process.off('exit', stop))
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Waits until it can serve. Where much else runs it takes a minute; what never comes up is left by the limit of the test. */
  async untilReady(): Promise<void> {
    while (!(await this.#isReady())) {
      if (this.hasEnded) throw new Error('The portal ended before it was ready')
      await sleep(100)
    }
  }

  /** Ends it: at once with `SIGKILL`, so that it has no time to finish anything, or in order, its database too. */
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
