import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../server/src/infra/free-port.ts'
import { PortalProcess } from '../../../server/test/support/portal-process.ts'

const serve = fileURLToPath(new URL('../../../server/dist/serve.js', import.meta.url))

/** A separate portal, with its own port and data, that a test may kill. */
export class Portal {
  readonly origin: string
  readonly dataDir: string
  readonly #port: number
  #settings: Readonly<Record<string, string>> = {}
  #process: PortalProcess | undefined

  private constructor(hostName: string, port: number, dataDir: string) {
    this.origin = `http://${hostName}:${port}`
    this.dataDir = dataDir
    this.#port = port
  }

  /** `hostName` is used in URLs; passkeys need a name. `settingsAt` returns additional settings for the portal's origin. */
  static async start(
    hostName: '127.0.0.1' | 'localhost' = '127.0.0.1',
    settingsAt: (origin: string) => Promise<Readonly<Record<string, string>>> = async () => ({}),
  ): Promise<Portal> {
    const portal = new Portal(hostName, await freePort(), await mkdtemp(join(tmpdir(), 'portico-crash-')))
    portal.#settings = await settingsAt(portal.origin)
    await portal.start()
    return portal
  }

  /** Starts it again with the same port and data. */
  async start(): Promise<void> {
    const settings = { PUBLIC_URL: this.origin, DATA_DIR: this.dataDir, DEMO: 'on', ...this.#settings }
    this.#process = new PortalProcess(serve, this.#port, settings)
    await this.#process.untilReady()
  }

  /** kill -9: it has no time to finish anything. */
  async kill(): Promise<void> {
    await this.#process?.end('SIGKILL')
  }

  /** Shuts it down gracefully, including its database, and removes its data. */
  async remove(): Promise<void> {
    if (this.#process?.hasEnded) await this.start()
    await this.#process?.end('SIGTERM')
    await rm(this.dataDir, { recursive: true, force: true })
  }
}
