import readQrCode from 'jsqr'

/** A frame of the camera, small enough to be read quickly; the answer is what its QR code says, or null. */
export interface Frame {
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

addEventListener('message', ({ data }: MessageEvent<Frame>) => {
  postMessage(readQrCode(data.pixels, data.width, data.height, { inversionAttempts: 'dontInvert' })?.data ?? null)
})
