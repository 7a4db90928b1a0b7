import { Fragment, type ReactNode } from 'react'
import { SkeletonLine } from '../feedback/skeleton.tsx'
import { Icon } from '../icon.tsx'

export interface Column<Row> {
  /** Unique within the table. */
  key: string
  header: string
  cell: (row: Row, index: number) => ReactNode
  /** Numbers are aligned to the end of their column. */
  numeric?: boolean
  /** Names the row: its row header for screen readers, and the title of the card on phones. One per table. */
  naming?: boolean
  /** The header is for screen readers only, as in a column of buttons. */
  headerHidden?: boolean
  /** Makes the column sortable; `direction` is set if the rows are sorted by it. */
  sort?: { direction: 'ascending' | 'descending' | undefined; onSort: () => void }
}

export interface TableProps<Row> {
  /** A description of the table for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The expanded content of a row; undefined while collapsed. `id` is what its button names in `controls`. */
  detail?: (row: Row) => { id: string; content: ReactNode } | undefined
  /** How many placeholder rows to show while `rows` is undefined. */
  expectedRows?: number
  /** Replaces an empty table: an `EmptyState`. */
  empty?: ReactNode
  /** The rows are outdated, and new ones are being loaded. */
  stale?: boolean
}

/**
 * A native table; below 60rem each row is a card with its cells in the same order. The roles are explicit because some browsers drop them
 * when a table is not laid out as one.
 */
export function Table<Row>({ caption, columns, rows, rowKey, detail, expectedRows = 5, empty, stale = false }: TableProps<Row>) {
  if (rows?.length === 0) return empty
  return (
    <table
      role="table"
      aria-busy={rows === undefined || stale}
      data-loading={rows === undefined || undefined}
      className={`data-table ${stale ? 'opacity-60' : ''}`}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              aria-sort={column.sort?.direction}
              data-numeric={column.numeric || undefined}
            >
              {column.sort ? (
                <SortButton header={column.header} {...column.sort} />
              ) : (
                <span className={column.headerHidden ? 'sr-only' : ''}>{column.header}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows === undefined && <LoadingRows columns={columns} count={expectedRows} />}
        {rows?.map((row, index) => (
          <TableRow key={rowKey(row)} row={row} index={index} columns={columns} detail={detail?.(row)} />
        ))}
      </tbody>
    </table>
  )
}

function SortButton({ header, direction, onSort }: { header: string } & NonNullable<Column<unknown>['sort']>) {
  return (
    <button
      type="button"
      onClick={onSort}
      className="-my-1 inline-flex min-h-8 cursor-pointer items-center gap-0.5 text-start hover:text-ink hover:underline in-aria-[sort]:font-bold in-aria-[sort]:text-ink"
    >
      {header}
      {direction && (
        <span className={direction === 'ascending' ? 'rotate-180' : ''}>
          <Icon name="chevron-down" size={16} />
        </span>
      )}
    </button>
  )
}

interface TableRowProps<Row> {
  row: Row
  index: number
  columns: readonly Column<Row>[]
  detail: { id: string; content: ReactNode } | undefined
}

function TableRow<Row>({ row, index, columns, detail }: TableRowProps<Row>) {
  return (
    <>
      <tr role="row" data-open={detail ? true : undefined}>
        {columns.map((column) => {
          const shared = { 'data-label': column.headerHidden ? undefined : column.header, 'data-numeric': column.numeric || undefined }
          const content = column.cell(row, index)
          return (
            <Fragment key={column.key}>
              {column.naming ? (
                <th role="rowheader" scope="row" className="font-medium" {...shared}>
                  {content}
                </th>
              ) : (
                <td role="cell" {...shared}>
                  {content}
                </td>
              )}
            </Fragment>
          )
        })}
      </tr>
      {detail && (
        <tr role="row" data-detail>
          <td role="cell" colSpan={columns.length} id={detail.id}>
            {detail.content}
          </td>
        </tr>
      )}
    </>
  )
}

function LoadingRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <tr key={index} role="row" aria-hidden="true">
      {columns.map(({ key, header, headerHidden, naming }) => {
        const Cell = naming ? 'th' : 'td'
        return (
          <Cell key={key} role="cell" data-label={headerHidden ? undefined : header}>
            <SkeletonLine />
          </Cell>
        )
      })}
    </tr>
  ))
}
