import { writeFile } from 'node:fs/promises'
import { encode } from 'uqr'

const width = 640
const height = 480
const frames = 20

/** Writes a video (Y4M) of a sheet of paper with this text as a QR code, for `--use-file-for-fake-video-capture`. */
export async function filmQrCode(path: string, text: string): Promise<void> {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const module = Math.floor(height / size)
  const [left, top] = [Math.floor((width - size * module) / 2), Math.floor((height - size * module) / 2)]
  const luma = Buffer.alloc(width * height, 235)
  for (let y = 0; y < size * module; y += 1)
    for (let x = 0; x < size * module; x += 1)
      if (data[Math.floor(y / module)]?.[Math.floor(x / module)]) luma[(top + y) * width + left + x] = 16
  const chroma = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  await writeFile(path, Buffer.concat([head, ...Array.from({ length: frames }, () => frame)]))
}
