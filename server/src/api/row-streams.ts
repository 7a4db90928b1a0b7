import { negotiate } from '@fastify/accept-negotiator'
import { z } from 'zod'
import { limits } from '@portico/shared/words/limits'
import { Failure } from '../infra/failure.ts'
import { csvLine } from '../spreadsheets/csv-writer.ts'

/** The media types of row streams. */
export const rowTypes = ['application/x-ndjson', 'text/csv'] as const
type RowType = (typeof rowTypes)[number]

/** Calls the procedure with an input and returns its output. */
type Ask = (input: unknown) => Promise<unknown>

interface Part {
  readonly rows: readonly unknown[]
  /** The input that requests the following rows; undefined after the last ones. */
  readonly next?: unknown
  /** For a part that begins with the last row of the one before: the input that requests earlier rows. */
  readonly before?: unknown
  /** Sent alone in an additional row, after the last. */
  readonly cursor?: string
}

/** How a call returns a list. */
export interface Listing {
  readonly item: z.ZodType
  /** Whether the last row is a cursor. */
  readonly endsWithCursor: boolean
  readonly isInPages: boolean
  /** Returns the input that requests the first part of the whole list. */
  begin(input: unknown): unknown
  /** Returns a part; `from` is the first input. */
  partOf(answer: unknown, asked: unknown, from: unknown): Part
}

const object = z.record(z.string(), z.unknown())
const pageAnswer = z.object({ items: z.array(z.unknown()), pagination: z.object({ hasMore: z.boolean() }) })
const pageInput = z.looseObject({ pagination: z.looseObject({ offset: z.int().default(0), count: z.int() }) })
const changesAnswer = z.object({ changes: z.array(z.unknown()), cursor: z.string(), hasMore: z.boolean() })

const wholeList = (item: z.ZodType): Listing => ({
  item,
  endsWithCursor: false,
  isInPages: false,
  begin: (input) => input,
  partOf: (answer) => ({ rows: z.array(z.unknown()).parse(answer) }),
})

const pages = (item: z.ZodType): Listing => ({
  item,
  endsWithCursor: false,
  isInPages: true,
  // The call itself rejects input that is not an object.
  begin(input = {}) {
    const given = object.safeParse(input).data
    const pagination = object.safeParse(given?.['pagination'] ?? {}).data
    return given && pagination ? { ...given, pagination: { count: limits.maxPageCount, ...pagination } } : input
  },
  partOf(answer, asked, from) {
    const { items: rows, pagination } = pageAnswer.parse(answer)
    const { pagination: page, ...rest } = pageInput.parse(asked)
    const { pagination: first } = pageInput.parse(from)
    const at = (offset: number) => ({ ...rest, pagination: { ...page, offset, count: Math.max(2, page.count) } })
    return {
      rows,
      // Each part begins with the last row of the one before, if the list has not changed: when rows before it leave, others move up.
      ...(pagination.hasMore && { next: at(page.offset + Math.max(1, rows.length - 1)) }),
      ...(page.offset > first.offset && { before: at(Math.max(first.offset, page.offset - page.count)) }),
    }
  },
})

const changes = (item: z.ZodType): Listing => ({
  item,
  endsWithCursor: true,
  isInPages: false,
  begin: (input) => input,
  partOf(answer, asked) {
    const { changes: rows, cursor, hasMore } = changesAnswer.parse(answer)
    return hasMore ? { rows, next: { ...object.parse(asked ?? {}), cursor } } : { rows, cursor }
  },
})

/** Returns how a call with this output returns a list: an array, pages, or changes with a cursor; undefined if it returns none. */
export function listingOf(output: unknown): Listing | undefined {
  if (output instanceof z.ZodArray) return wholeList(typeOf(output.element))
  if (!(output instanceof z.ZodObject)) return undefined
  const { items, pagination, changes: changed, cursor } = output.shape
  if (items instanceof z.ZodArray && pagination) return pages(typeOf(items.element))
  if (changed instanceof z.ZodArray && cursor) return changes(typeOf(changed.element))
  return undefined
}

/** Returns the row type that an `Accept` header asks for; undefined for JSON (shared/spec/contract.md#streams). */
export function rowTypeOf(accept: string | undefined): RowType | undefined {
  const preferred = negotiate(accept ?? '', ['application/json', ...rowTypes])
  return rowTypes.find((type) => type === preferred)
}

/** A request for a list as rows. */
export interface RowRequest {
  readonly listing: Listing
  readonly type: RowType
  readonly input: unknown
  readonly ask: Ask
  /** Waits for the given number of milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>
}

/**
 * Returns the whole list as text, part by part (shared/spec/contract.md#streams). The first part is requested immediately, and its refusal
 * is thrown here; each further part once the previous one has been consumed. At a rate limit it waits; any other refusal ends the stream
 * with an error.
 */
export async function openRows({ listing, type, input, ask, wait }: RowRequest): Promise<AsyncIterable<string>> {
  const { head, row, end } = type === 'text/csv' ? csvWriter(listing) : ndjsonWriter
  const asked = listing.begin(input)
  const first = listing.partOf(await ask(asked), asked, asked)
  const requestPart = async (input: unknown) => listing.partOf(await retryWhenRateLimited(() => ask(input), wait), input, asked)
  return (async function* () {
    yield head
    const sent = new Set<string>()
    let returns = 0
    for (let part = first; ;) {
      const { rows, next, before, cursor } = part
      // Changes may be alike, and rows of pages are not.
      const keys = listing.isInPages ? rows.map((one) => JSON.stringify(one)) : []
      const isContinued = sent.has(keys[0] ?? '')
      if (before !== undefined && !isContinued && returns < maxReturns) {
        returns += 1
        part = await requestPart(before)
        continue
      }
      if (isContinued) returns = 0
      yield rows
        .filter((_, place) => part === first || !sent.has(keys[place] ?? ''))
        .map(row)
        .join('')
      remember(sent, keys)
      if (cursor !== undefined) yield end(cursor)
      if (next === undefined) return
      part = await requestPart(next)
    }
  })()
}

// A row may be different each time that it is read.
const maxReturns = 20
// As many as a part goes back over, and more.
const rememberedRows = 10 * limits.maxPageCount

function remember(sent: Set<string>, keys: readonly string[]): void {
  for (const key of keys) sent.add(key)
  for (const oldest of sent) {
    if (sent.size <= rememberedRows) return
    sent.delete(oldest)
  }
}

async function retryWhenRateLimited(ask: () => Promise<unknown>, wait: (ms: number) => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const refusal = error instanceof Error && error.cause instanceof Failure ? error.cause : undefined
      if (refusal?.id !== 'TOO_MANY_REQUESTS') throw error
      await wait((refusal.details.retryAfter ?? 1) * 1_000)
    }
  }
}

interface RowWriter {
  readonly head: string
  readonly row: (row: unknown) => string
  readonly end: (cursor: string) => string
}

const ndjsonWriter: RowWriter = {
  head: '',
  row: (row) => `${JSON.stringify(row)}\n`,
  end: (cursor) => `${JSON.stringify({ cursor })}\n`,
}

// Nested fields have separate columns, named with dots; lists and records are written into one cell as JSON.
function csvWriter({ item, endsWithCursor }: Listing): RowWriter {
  const columns = columnsOf(item)
  const names = columns.map((path) => path.join('.') || 'value')
  return {
    head: csvLine(endsWithCursor ? [...names, 'cursor'] : names),
    row: (row) => csvLine([...columns.map((path) => cellOf(path.reduce(fieldOf, row))), ...(endsWithCursor ? [''] : [])]),
    end: (cursor) => csvLine([...columns.map(() => ''), cursor]),
  }
}

function columnsOf(schema: z.ZodType): string[][] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return columnsOf(typeOf(schema.unwrap()))
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => columnsOf(typeOf(field)).map((path) => [name, ...path]))
  return [[]]
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined
}

function cellOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

// Zod types the parts of a schema only as core schemas.
function typeOf(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodType) return schema
  throw new Error('A schema of another zod')
}
