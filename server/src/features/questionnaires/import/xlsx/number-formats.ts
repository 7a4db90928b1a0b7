import { readXml } from './read-xml.ts'
import { unreadable, type Zip } from './read-zip.ts'

const dayMs = 86_400_000
const mostStyles = 65_536

/** Which cell styles show their number as a date or time: one entry per style of `cellXfs`. */
export async function readDateStyles(zip: Zip, part: string): Promise<boolean[]> {
  const custom = new Map<number, boolean>()
  const styles: boolean[] = []
  let inCellFormats = false
  await readXml(zip, part, {
    open(name, attributes) {
      if (name === 'numFmt') custom.set(Number(attributes.numFmtId), showsDate(attributes.formatCode ?? ''))
      if (custom.size > mostStyles || styles.length > mostStyles) throw unreadable('it has too many cell formats')
      if (name === 'cellXfs') inCellFormats = true
      if (name === 'xf' && inCellFormats) styles.push(isDateFormat(Number(attributes.numFmtId ?? 0), custom))
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false
    },
  })
  return styles
}

/** Whether a format code shows days or times, like `yyyy-mm-dd` or `[h]:mm`. */
export function showsDate(formatCode: string): boolean {
  const elapsed = /\[(h+|m+|s+)\]/i.test(formatCode)
  const bare = formatCode.replace(/"[^"]*"?|\[[^\]]*\]?|[\\_*]./gs, '')
  return elapsed || (/[ymdhs]/i.test(bare) && !/^general$/i.test(bare))
}

/** The day (and the time, if it has one) that a stored number stands for; `from1904` is the workbook's date system. */
export function dayOf(serial: number, from1904: boolean): string {
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const instant = new Date(start + Math.round(serial * 86_400) * 1_000)
  if (Number.isNaN(instant.getTime())) return String(serial)
  const text = instant.toISOString()
  return instant.getTime() % dayMs === 0 ? text.slice(0, 10) : text.slice(0, 16)
}

function isDateFormat(id: number, custom: ReadonlyMap<number, boolean>): boolean {
  return custom.get(id) ?? ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58))
}
