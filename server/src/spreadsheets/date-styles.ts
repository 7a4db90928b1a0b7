import { readXml } from './package/xml-reader.ts'
import { unreadable, type Zip } from './package/zip-reader.ts'

const maxStyles = 65_536

/** Reads which cell styles show numbers as a date or time: one entry per style of `cellXfs`. */
export async function readDateStyles(zip: Zip, part: string): Promise<boolean[]> {
  const custom = new Map<number, boolean>()
  const styles: boolean[] = []
  let inCellFormats = false
  await readXml(zip, part, {
    open(name, attributes) {
      if (name === 'numFmt') custom.set(Number(attributes.numFmtId), showsDate(attributes.formatCode ?? ''))
      if (custom.size > maxStyles || styles.length > maxStyles) throw unreadable('it has too many cell formats')
      if (name === 'cellXfs') inCellFormats = true
      if (name === 'xf' && inCellFormats) styles.push(isDateFormat(Number(attributes.numFmtId ?? 0), custom))
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false
    },
  })
  return styles
}

/** Whether a format code shows dates or times, like `yyyy-mm-dd` or `[h]:mm`. */
export function showsDate(formatCode: string): boolean {
  const elapsed = /\[(h+|m+|s+)\]/i.test(formatCode)
  const bare = formatCode.replace(/"[^"]*"?|\[[^\]]*\]?|[\\_*]./gs, '')
  return elapsed || (/[ymdhs]/i.test(bare) && !/^general$/i.test(bare))
}

function isDateFormat(id: number, custom: ReadonlyMap<number, boolean>): boolean {
  return custom.get(id) ?? ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58))
}
