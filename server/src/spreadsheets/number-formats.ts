import { readXml } from './package/xml-reader.ts'
import { unreadable, type Zip } from './package/zip-reader.ts'

const maxStyles = 65_536

/** How a cell shows its number, unless it is as a number: as a date or time, or in another form, such as a percentage, an amount or a fraction. */
export type NumberForm = 'date' | 'formatted' | undefined

/** Reads how cell styles show numbers: one entry per style of `cellXfs`. */
export async function readNumberForms(zip: Zip, part: string): Promise<NumberForm[]> {
  const custom = new Map<number, NumberForm>()
  const styles: NumberForm[] = []
  let inCellFormats = false
  await readXml(zip, part, {
    open(name, attributes) {
      if (name === 'numFmt') custom.set(Number(attributes.numFmtId), formOf(attributes.formatCode ?? ''))
      if (custom.size > maxStyles || styles.length > maxStyles) throw unreadable('it has too many cell formats')
      if (name === 'cellXfs') inCellFormats = true
      if (name !== 'xf' || !inCellFormats) return
      const id = Number(attributes.numFmtId ?? 0)
      styles.push(custom.has(id) ? custom.get(id) : builtInForm(id))
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false
    },
  })
  return styles
}

/** Returns how a format code like `yyyy-mm-dd`, `0%` or `# ?/?` shows numbers. */
export function formOf(formatCode: string): NumberForm {
  const elapsed = /\[(h+|m+|s+)\]/i.test(formatCode)
  const bare = formatCode.replace(/"[^"]*"?|\[[^\]]*\]?|[\\_*]./gs, '')
  if (elapsed || (/[ymdhs]/i.test(bare) && !/^general$/i.test(bare))) return 'date'
  const [positive = ''] = formatCode.split(';')
  // A locale alone, as in [$-409]0, is no currency.
  const shown = positive.replace(/\[(?!\$[^-\]])[^\]]*\]?|[_*]./gs, '')
  return /[%/\p{Sc}]|E[+-]|"[^"]*[^\s"]|^00+$/iu.test(shown) ? 'formatted' : undefined
}

const isBetween = (id: number, ...ranges: readonly (readonly [number, number])[]) => ranges.some(([from, to]) => id >= from && id <= to)

function builtInForm(id: number): NumberForm {
  if (isBetween(id, [14, 22], [27, 36], [45, 47], [50, 58])) return 'date'
  return isBetween(id, [5, 13], [42, 42], [44, 44], [48, 48]) ? 'formatted' : undefined
}
