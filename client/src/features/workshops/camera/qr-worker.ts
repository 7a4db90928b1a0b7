import readQrCode from 'jsqr'

/** A camera frame, scaled down so that it decodes quickly. The worker replies with the text of its QR code, or null. */
export interface Frame {
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

addEventListener('message', ({ data }: MessageEvent<Frame>) => {
  postMessage(readQrCode(data.pixels, data.width, data.height, { inversionAttempts: 'dontInvert' })?.data ?? null)
})
