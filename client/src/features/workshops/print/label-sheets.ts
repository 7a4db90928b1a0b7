/** A sheet of labels; lengths in mm. Labels are placed from the top left, row by row. */
export interface LabelSheet {
  readonly id: string
  readonly label: string
  readonly paper: 'letter' | 'a4' | 'roll'
  readonly columns: number
  readonly rows: number
  readonly width: number
  readonly height: number
  readonly columnGap: number
  readonly marginTop: number
  readonly marginLeft: number
}

/** The size of each paper in mm. */
export const papers: Record<LabelSheet['paper'], { readonly width: number; readonly height: number }> = {
  letter: { width: 215.9, height: 279.4 },
  a4: { width: 210, height: 297 },
  roll: { width: 62, height: 29 },
}

/** Common office label sheets. None of them has gaps between rows. */
export const labelSheets = [
  {
    id: 'letter-30',
    label: 'Letter, 30 labels (Avery 5160)',
    paper: 'letter',
    columns: 3,
    rows: 10,
    width: 66.675,
    height: 25.4,
    columnGap: 3.175,
    marginTop: 12.7,
    marginLeft: 4.7625,
  },
  {
    id: 'letter-10',
    label: 'Letter, 10 labels (Avery 5163)',
    paper: 'letter',
    columns: 2,
    rows: 5,
    width: 101.6,
    height: 50.8,
    columnGap: 4.7625,
    marginTop: 12.7,
    marginLeft: 3.96875,
  },
  {
    id: 'a4-21',
    label: 'A4, 21 labels (Avery L7160)',
    paper: 'a4',
    columns: 3,
    rows: 7,
    width: 63.5,
    height: 38.1,
    columnGap: 2.54,
    marginTop: 15.15,
    marginLeft: 7.21,
  },
  {
    id: 'a4-10',
    label: 'A4, 10 labels (Avery L7173)',
    paper: 'a4',
    columns: 2,
    rows: 5,
    width: 99.1,
    height: 57,
    columnGap: 2.5,
    marginTop: 6,
    marginLeft: 4.65,
  },
  {
    id: 'roll-62',
    label: 'Label printer, 62 mm roll (62 × 29 mm)',
    paper: 'roll',
    columns: 1,
    rows: 1,
    width: 62,
    height: 29,
    columnGap: 0,
    marginTop: 0,
    marginLeft: 0,
  },
] as const satisfies readonly LabelSheet[]

/** Splits items into groups of one sheet each. */
export function onSheets<Thing>(things: readonly Thing[], { columns, rows }: LabelSheet): Thing[][] {
  const each = columns * rows
  return Array.from({ length: Math.ceil(things.length / each) }, (_, sheet) => things.slice(sheet * each, (sheet + 1) * each))
}
