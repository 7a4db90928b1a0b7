import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PortalProcess } from '../../../server/test/support/portal-process.ts'

const serve = fileURLToPath(new URL('../../../server/dist/serve.js', import.meta.url))

type Settings = Readonly<Record<string, string>>

/** A separate portal, with its own port and data, that a test may kill. */
export class Portal {
  readonly origin: string
  readonly dataDir: string
  readonly #settings: Settings
  #process: PortalProcess

  private constructor(origin: string, dataDir: string, settings: Settings, process: PortalProcess) {
    this.origin = origin
    this.dataDir = dataDir
    this.#settings = settings
    this.#process = process
  }

  /** `hostName` is used in URLs; passkeys need a name. `settingsAt` returns additional settings for the portal's origin. */
  static async start(
    hostName: '127.0.0.1' | 'localhost' = '127.0.0.1',
    settingsAt: (origin: string) => Promise<Settings> = async () => ({}),
  ): Promise<Portal> {
    const dataDir = await mkdtemp(join(tmpdir(), 'portico-crash-'))
    const originAt = (port: number) => `http://${hostName}:${port}`
    let settings: Settings = {}
    const process = await PortalProcess.onFreePort(serve, async (port) => {
      settings = { PUBLIC_URL: originAt(port), DATA_DIR: dataDir, DEMO: 'on', ...(await settingsAt(originAt(port))) }
      return settings
    })
    return new Portal(originAt(process.port), dataDir, settings, process)
  }

  /** Starts it again with the same port and data. */
  async start(): Promise<void> {
    this.#process = new PortalProcess(serve, this.#process.port, this.#settings)
    await this.#process.untilReady()
  }

  /** kill -9: it has no time to finish anything. */
  async kill(): Promise<void> {
    await this.#process.end('SIGKILL')
  }

  /** Shuts it down gracefully, including its database, and removes its data. */
  async remove(): Promise<void> {
    if (this.#process.hasEnded) await this.start()
    await this.#process.end('SIGTERM')
    await rm(this.dataDir, { recursive: true, force: true })
  }
}
