/** What a YouTube player reports while playing. */
interface Report {
  readonly currentTime?: number
}

const origin = 'https://www.youtube-nocookie.com'

/** Returns the id and start time of a video from any YouTube URL; undefined for other URLs. */
export function videoOf(url: string): { readonly id: string; readonly start: number } | undefined {
  if (!URL.canParse(url)) return undefined
  const { hostname, pathname, searchParams, protocol } = new URL(url)
  const host = hostname.replace(/^(www|m|music)\./, '')
  if (protocol !== 'https:' || !['youtube.com', 'youtube-nocookie.com', 'youtu.be'].includes(host)) return undefined
  const [first = '', second = ''] = pathname.split('/').filter(Boolean)
  const idInPath = ['embed', 'shorts', 'live', 'v'].includes(first) ? second : searchParams.get('v')
  const id = host === 'youtu.be' ? first : idInPath
  const start = Number.parseInt(searchParams.get('t') ?? searchParams.get('start') ?? '0', 10)
  return id && /^[\w-]{6,20}$/.test(id) ? { id, start: Number.isFinite(start) ? start : 0 } : undefined
}

/** Returns the URL of the iframe: without cookies, with captions and controls in this language, and with the API for `seek` enabled. */
export function frameOf({ id, start }: { readonly id: string; readonly start: number }, language: string): string {
  const [primary = 'en'] = language.split('-')
  const settings = { autoplay: '1', cc_load_policy: '1', cc_lang_pref: primary, hl: primary, rel: '0', playsinline: '1', enablejsapi: '1' }
  return `${origin}/embed/${id}?${new URLSearchParams({ ...settings, start: String(start), origin: location.origin })}`
}

/** Controls a playing iframe without loading YouTube's script, through `postMessage`. */
export class Frame {
  readonly #window: Window
  #giveUpSeek = () => {}
  /** The last reported playback position, in seconds. */
  time = 0

  constructor(frame: Window) {
    this.#window = frame
    this.#post({ event: 'listening', id: 1, channel: 'widget' })
  }

  /** Seeks to this position, in seconds. Resolves to whether the player got there within `timeoutMs`. */
  seek(to: number, timeoutMs: number): Promise<boolean> {
    this.#post({ event: 'command', func: 'seekTo', args: [to, true] })
    return new Promise((resolve) => {
      const end = (reached: boolean) => {
        clearTimeout(timer)
        removeEventListener('message', look)
        resolve(reached)
      }
      const look = (message: MessageEvent) => {
        this.handleMessage(message)
        if (Math.abs(this.time - to) < 2) end(true)
      }
      const timer = setTimeout(() => end(false), timeoutMs)
      addEventListener('message', look)
      this.#giveUpSeek = () => end(false)
    })
  }

  /** Cancels a pending seek, as when the iframe is removed. */
  close(): void {
    this.#giveUpSeek()
  }

  /** Handles a report from the player; ignores messages from other sources. */
  handleMessage(message: MessageEvent): void {
    if (message.source !== this.#window || message.origin !== origin) return
    const { currentTime } = reportIn(message.data)
    if (currentTime !== undefined) this.time = currentTime
  }

  #post(message: object): void {
    this.#window.postMessage(JSON.stringify(message), origin)
  }
}

function reportIn(data: unknown): Report {
  try {
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : data
    const info = typeof message === 'object' && message !== null && 'info' in message ? message.info : undefined
    return typeof info === 'object' && info !== null && 'currentTime' in info && typeof info.currentTime === 'number'
      ? { currentTime: info.currentTime }
      : {}
  } catch {
    return {}
  }
}
