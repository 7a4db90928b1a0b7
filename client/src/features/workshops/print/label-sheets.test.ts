import { describe, expect, it } from 'vitest'
import { labelSheets, onSheets, papers } from './label-sheets.ts'

describe.each(labelSheets)('the label sheet $label', (sheet) => {
  const { paper, columns, rows, width, height, columnGap, marginTop, marginLeft } = sheet
  const toleranceMm = 0.5

  it('centers the labels on its paper', () => {
    const across = 2 * marginLeft + columns * width + (columns - 1) * columnGap
    const down = 2 * marginTop + rows * height
    expect(Math.abs(across - papers[paper].width)).toBeLessThan(toleranceMm)
    expect(Math.abs(down - papers[paper].height)).toBeLessThan(toleranceMm)
  })

  it('fills each sheet before the next and omits nobody', () => {
    const people = Array.from({ length: columns * rows + 1 }, (_, index) => index)
    const sheets = onSheets(people, sheet)
    expect(sheets.map((one) => one.length)).toEqual([columns * rows, 1])
    expect(sheets.flat()).toEqual(people)
    expect(onSheets([], sheet)).toEqual([])
  })
})
