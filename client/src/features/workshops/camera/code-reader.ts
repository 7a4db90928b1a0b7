import type { Frame } from './qr-worker.ts'

/** The subset of the Barcode Detection API in use; not every browser supports it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

declare global {
  var BarcodeDetector: { new (options?: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> } | undefined
}

/** Reads the codes in the current frame of a video. */
export interface CodeReader {
  readonly read: (video: HTMLVideoElement) => Promise<readonly string[]>
  readonly close: () => void
}

const formats = ['qr_code', 'code_128', 'code_39']
const longestSide = 640

/**
 * Opens the browser's own barcode reader or, where it has none, as on iPhones and in Firefox, a worker that reads QR codes. Throws if the
 * worker cannot be loaded.
 */
export async function openCodeReader(): Promise<CodeReader> {
  const NativeDetector = globalThis.BarcodeDetector
  // Some browsers have a BarcodeDetector that supports no formats.
  const readable = (await NativeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (!NativeDetector || !readable.includes('qr_code')) return openWorker()
  const detector = new NativeDetector({ formats: formats.filter((format) => readable.includes(format)) })
  return { read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue), close: () => {} }
}

// Runs in a worker because decoding a frame on a cheap phone would block input for too long.
async function openWorker(): Promise<CodeReader> {
  const worker = new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module' })
  const answered = () =>
    new Promise<readonly string[]>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data ? [data] : [])
      worker.onerror = () => reject(new Error('The reader of codes could not be loaded'))
    })
  const canvas = document.createElement('canvas')
  const read = (frame: Frame) => {
    const answer = answered()
    worker.postMessage(frame, [frame.pixels.buffer])
    return answer
  }
  try {
    await read({ pixels: new Uint8ClampedArray(4), width: 1, height: 1 })
  } catch (error) {
    worker.terminate()
    throw error
  }
  return {
    read: async (video) => {
      const frame = frameOf(video, canvas)
      return frame ? read(frame) : []
    },
    close: () => worker.terminate(),
  }
}

function frameOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): Frame | undefined {
  const { videoWidth, videoHeight } = video
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || videoWidth === 0) return undefined
  const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight))
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { pixels: data, width, height }
}
