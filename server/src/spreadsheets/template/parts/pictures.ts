import type { Zip } from '../../package/zip-reader.ts'
import type { PartKind } from './part-kinds.ts'

/** How pictures of each format begin, as Latin-1. */
const formats = [
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['jpeg', /^\xff\xd8\xff/],
  ['gif', /^GIF8[79]a/],
  ['bmp', /^BM/],
  ['tiff', /^(?:II\*\0|MM\0\*)/],
] as const
const startBytes = 8

/**
 * Returns how a picture is stored, by its content; undefined for all but the formats that hold nothing but pixels. Programs run interpreters
 * for PostScript, follow the addresses in SVG, and find either of them in what is labelled as another picture; beside an SVG they store a
 * copy in pixels.
 */
export async function pictureKind(zip: Zip, part: string): Promise<PartKind | undefined> {
  let start = ''
  for await (const chunk of zip.chunks(part)) {
    start += chunk.toString('latin1', 0, startBytes)
    if (start.length >= startBytes) break
  }
  const [format] = formats.find(([, pattern]) => pattern.test(start)) ?? []
  return format && { path: `xl/media/image#.${format}`, type: `image/${format}` }
}
