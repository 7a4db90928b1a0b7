/** How parts of one kind are stored in the new workbook. */
export interface PartKind {
  /** Their paths, with a number for `#`. */
  readonly path: string
  /** Their content type. What the template says is not taken over: it could be that of a macro. */
  readonly type: string
  /** The elements that may name such a part: programs open what any other names by its content. */
  readonly namedBy?: readonly string[]
  /** Whether what they show may be links. */
  readonly hasLinks?: boolean
}

const office = 'application/vnd.openxmlformats-officedocument'

/**
 * The kinds of related parts that are copied besides pictures. Others are dropped, such as pivot tables, controls, embedded objects, add-ins and the settings
 * of a printer, whose name may be an address.
 */
export const partKinds: Readonly<Record<string, PartKind>> = {
  drawing: { path: 'xl/drawings/drawing#.xml', type: `${office}.drawing+xml`, hasLinks: true, namedBy: ['drawing'] },
  chartUserShapes: {
    path: 'xl/drawings/drawing#.xml',
    type: `${office}.drawingml.chartshapes+xml`,
    hasLinks: true,
    namedBy: ['userShapes'],
  },
  vmlDrawing: { path: 'xl/drawings/vmlDrawing#.vml', type: `${office}.vmlDrawing`, namedBy: ['legacyDrawing', 'legacyDrawingHF'] },
  comments: { path: 'xl/comments#.xml', type: `${office}.spreadsheetml.comments+xml` },
  table: { path: 'xl/tables/table#.xml', type: `${office}.spreadsheetml.table+xml`, namedBy: ['tablePart'] },
  chart: { path: 'xl/charts/chart#.xml', type: `${office}.drawingml.chart+xml`, namedBy: ['chart'] },
  chartEx: { path: 'xl/charts/chartEx#.xml', type: 'application/vnd.ms-office.chartex+xml', namedBy: ['chart'] },
  chartStyle: { path: 'xl/charts/style#.xml', type: 'application/vnd.ms-office.chartstyle+xml' },
  chartColorStyle: { path: 'xl/charts/colors#.xml', type: 'application/vnd.ms-office.chartcolorstyle+xml' },
  themeOverride: { path: 'xl/theme/themeOverride#.xml', type: `${office}.themeOverride+xml` },
  diagramData: { path: 'xl/diagrams/data#.xml', type: `${office}.drawingml.diagramData+xml`, hasLinks: true, namedBy: ['relIds'] },
  diagramLayout: { path: 'xl/diagrams/layout#.xml', type: `${office}.drawingml.diagramLayout+xml`, namedBy: ['relIds'] },
  diagramQuickStyle: { path: 'xl/diagrams/quickStyle#.xml', type: `${office}.drawingml.diagramStyle+xml`, namedBy: ['relIds'] },
  diagramColors: { path: 'xl/diagrams/colors#.xml', type: `${office}.drawingml.diagramColors+xml`, namedBy: ['relIds'] },
  diagramDrawing: { path: 'xl/diagrams/drawing#.xml', type: 'application/vnd.ms-office.drawingml.diagramDrawing+xml', hasLinks: true },
}

/** The elements that may name a picture. */
export const picturesNamedBy = ['blip', 'imagedata', 'fill', 'stroke', 'picture']

/** The kinds of sheets that are copied. */
export const sheetKinds: Readonly<Record<string, PartKind>> = {
  worksheet: { path: 'xl/worksheets/sheet#.xml', type: `${office}.spreadsheetml.worksheet+xml` },
  chartsheet: { path: 'xl/chartsheets/sheet#.xml', type: `${office}.spreadsheetml.chartsheet+xml` },
}
