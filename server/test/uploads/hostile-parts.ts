import { xlsxOfXml, zip } from './build-files.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Builds a workbook whose only sheet has this content in its root. */
export async function sheetWith(content: string, parts: Readonly<Record<string, string>> = {}): Promise<Uint8Array> {
  return xlsxOfXml(['survey'], [`<worksheet xmlns="${main}">${content}</worksheet>`], parts)
}

/** Builds a sheet with the rows of a valid small form, followed by `content`. */
export async function formThen(content: string, parts: Readonly<Record<string, string>> = {}): Promise<Uint8Array> {
  const cell = (cellName: string, text: string) => `<c r="${cellName}" t="inlineStr"><is><t>${text}</t></is></c>`
  const header = `<row r="1">${cell('A1', 'type')}${cell('B1', 'name')}${cell('C1', 'label::en')}</row>`
  return sheetWith(
    `<sheetData>${header}<row r="2">${cell('A2', 'text')}${cell('B2', 'a')}${cell('C2', '{{fullName}}')}</row></sheetData>${content}`,
    parts,
  )
}

/** Returns incompressible lines: `count` results of `line` with a number and a pseudo-random word. */
export function lines(count: number, line: (number: number, word: string) => string): string {
  let state = 42
  const made: string[] = []
  for (let number = 1; number <= count; number += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    made.push(line(number, state.toString(36)))
  }
  return made.join('')
}

/** Overwrites fields in the directory entry and the header of the first part with this name. */
export function lyingAbout(bytes: Uint8Array, name: string, fields: { readonly unpacked?: number; readonly flags?: number }): Uint8Array {
  const file = Buffer.from(bytes)
  for (const [signature, nameAt, sizeAt, flagsAt] of [
    [0x04034b50, 30, 22, 6],
    [0x02014b50, 46, 24, 8],
  ] as const) {
    for (let at = 0; at < file.length - 46; at += 1) {
      if (file.readUInt32LE(at) !== signature || !file.subarray(at + nameAt, at + nameAt + name.length).equals(Buffer.from(name))) continue
      if (fields.unpacked !== undefined) file.writeUInt32LE(fields.unpacked, at + sizeAt)
      if (fields.flags !== undefined) file.writeUInt16LE(file.readUInt16LE(at + flagsAt) | fields.flags, at + flagsAt)
    }
  }
  return new Uint8Array(file)
}

/** Builds a zip whose part names are replaced byte by byte afterwards, to get forbidden ones in. */
export async function renamedParts(parts: Readonly<Record<string, string>>, from: string, to: string): Promise<Uint8Array> {
  const text = Buffer.from(await zip(parts)).toString('latin1')
  return new Uint8Array(Buffer.from(text.replaceAll(from, to), 'latin1'))
}

/** A document type that expands into billions of characters. */
export const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, index) => `<!ENTITY ${letter(index + 1)} "${`&${letter(index)};`.repeat(10)}">`).join('')}]>`

function letter(index: number): string {
  return String.fromCharCode(97 + index)
}
