/**
 * Runs in the page, before its scripts: a `BarcodeDetector` for browsers that have none, as Chromium on Linux. It reads what `filmQrCode` films:
 * one upright QR code of version 1, alphanumeric, dark on white, from the pixels of the video.
 */
export function giveBarcodeDetector(): void {
  const modules = 21
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
  const masks: ((row: number, column: number) => boolean)[] = [
    (row, column) => (row + column) % 2 === 0,
    (row) => row % 2 === 0,
    (_, column) => column % 3 === 0,
    (row, column) => (row + column) % 3 === 0,
    (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
    (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
    (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
    (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
  ]
  const isFunction = (row: number, column: number) =>
    row === 6 || column === 6 || (row < 9 && column < 9) || (row < 9 && column >= modules - 8) || (row >= modules - 8 && column < 9)

  function sample(video: HTMLVideoElement): ((row: number, column: number) => boolean) | undefined {
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
    const context = canvas.getContext('2d')
    if (!context || video.videoWidth === 0) return undefined
    context.drawImage(video, 0, 0)
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
    const dark = (x: number, y: number) => (data[(y * width + x) * 4] ?? 255) < 128
    let [left, right, top] = [width, -1, -1]
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        if (dark(x, y)) {
          if (top < 0) top = y
          left = Math.min(left, x)
          right = Math.max(right, x)
        }
    if (right < 0) return undefined
    const module = (right - left + 1) / modules
    return (row, column) => dark(Math.floor(left + (column + 0.5) * module), Math.floor(top + (row + 0.5) * module))
  }

  function read(bitAt: (row: number, column: number) => boolean): string {
    const format = [2, 3, 4].reduce((bits, column) => bits * 2 + Number(bitAt(8, column)), 0)
    const mask = masks[format ^ 0b101]
    const bits: boolean[] = []
    let upward = true
    for (let right = modules - 1; right > 0; right -= 2) {
      if (right === 6) right = 5
      for (let step = 0; step < modules; step += 1) {
        const row = upward ? modules - 1 - step : step
        for (const column of [right, right - 1]) if (!isFunction(row, column)) bits.push(bitAt(row, column) !== mask?.(row, column))
      }
      upward = !upward
    }
    const take = (count: number) => bits.splice(0, count).reduce((value, bit) => value * 2 + Number(bit), 0)
    if (take(4) !== 2) return ''
    let length = take(9)
    let text = ''
    for (; length > 1; length -= 2) {
      const pair = take(11)
      text += `${alphabet[Math.floor(pair / 45)]}${alphabet[pair % 45]}`
    }
    return length === 1 ? text + (alphabet[take(6)] ?? '') : text
  }

  globalThis.BarcodeDetector = class {
    async detect(source: CanvasImageSource): Promise<{ rawValue: string }[]> {
      const bitAt = source instanceof HTMLVideoElement ? sample(source) : undefined
      const rawValue = bitAt ? read(bitAt) : ''
      return rawValue === '' ? [] : [{ rawValue }]
    }
  }
}

declare global {
  var BarcodeDetector: { new (): { detect(source: CanvasImageSource): Promise<{ rawValue: string }[]> } } | undefined
}
