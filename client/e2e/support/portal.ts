import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../server/src/infra/free-port.ts'

const serve = fileURLToPath(new URL('../../../server/dist/serve.js', import.meta.url))

/** A portal of its own, on its own port and data, that a test may kill. */
export class Portal {
  readonly origin: string
  readonly dataDir: string
  readonly #port: number
  #settings: Readonly<Record<string, string>> = {}
  #process: ChildProcess | undefined

  private constructor(hostName: string, port: number, dataDir: string) {
    this.origin = `http://${hostName}:${port}`
    this.dataDir = dataDir
    this.#port = port
  }

  /** `hostName`: what browsers call it; passkeys need a name. `settingsAt` gives what is set besides, knowing where the portal will be. */
  static async start(
    hostName: '127.0.0.1' | 'localhost' = '127.0.0.1',
    settingsAt: (origin: string) => Promise<Readonly<Record<string, string>>> = async () => ({}),
  ): Promise<Portal> {
    const portal = new Portal(hostName, await freePort(), await mkdtemp(join(tmpdir(), 'portico-crash-')))
    portal.#settings = await settingsAt(portal.origin)
    await portal.start()
    return portal
  }

  /** Starts it again where it was, with what it has. */
  async start(): Promise<void> {
    const env = {
      ...process.env,
      PORT: String(this.#port),
      PUBLIC_URL: this.origin,
      DATA_DIR: this.dataDir,
      DEMO: 'on',
      LOG_LEVEL: 'error',
      ...this.#settings,
    }
    this.#process = spawn(process.execPath, [serve], { env, stdio: 'ignore' })
    // Where much else runs it takes a minute; what never comes up is ended by the limit of the test.
    while (!(await this.#isReady())) {
      if (this.#hasEnded()) throw new Error('The portal ended before it was ready')
      await sleep(100)
    }
  }

  /** kill -9: it has no time to finish anything. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Stops it in order, its database too, and removes its data. */
  async remove(): Promise<void> {
    if (this.#hasEnded()) await this.start()
    await this.#end('SIGTERM')
    await rm(this.dataDir, { recursive: true, force: true })
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const gone = new Promise((resolve) => this.#process?.once('exit', resolve))
    this.#process?.kill(signal)
    await gone
  }

  #hasEnded(): boolean {
    return this.#process?.exitCode !== null || this.#process.signalCode !== null
  }

  #isReady(): Promise<boolean> {
    return fetch(`${this.origin}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
}
