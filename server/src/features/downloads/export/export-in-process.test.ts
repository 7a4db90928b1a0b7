import ExcelJS from 'exceljs'
import { describe, expect, test } from 'vitest'
import { bytesOf, collected, exportOf, exportRow, questionnaireOf, reopened, valuesOf } from '../../../../test/support/exports.ts'
import { exportInProcess } from './export-in-process.ts'
import type { ExportRow, ExportInput } from './export-row.ts'

const definition = questionnaireOf({
  fullName: 'input',
  born: 'date',
  green: { type: 'radio', options: [{ value: 'yes', label: { en: 'Yes' } }] },
})
const older = questionnaireOf({ fullName: 'input', nickname: 'input' })

describe('exportInProcess', () => {
  test('writes the rows sent to the process, whatever version was answered', async () => {
    const rows = [
      exportRow(
        definition,
        { fullName: '=1+1 \ud83d "\\', born: ['1990-05-06', 'red'], green: 'yes' },
        { anonymousId: 'A-1', agencyName: 'Puente' },
      ),
      exportRow(
        older,
        { fullName: 'مرحبا', nickname: 'B' },
        { anonymousId: 'A-2', checkedInAt: new Date('2025-05-10T17:05:00Z'), seatTime: '10:30', currentFlag: 'in-progress' },
      ),
      exportRow(definition, {}, { anonymousId: 'A-3' }),
    ]
    const cells = [
      '{{$rowNumber}}',
      '{{$anonymousId}}',
      '{{fullName}}',
      '{{born}}',
      '{{born.flag}}',
      '{{green.label}}',
      '{{$agency}}',
      '{{$checkInTime}}',
      '{{$seatTime}}',
      '{{$currentFlag}}',
    ]
    const workbook = await reopened(exportInProcess(await inputOf(cells, rows)))
    expect(valuesOf(workbook, 'S')).toEqual([
      [1, 'A-1', '=1+1 \ufffd "\\', new Date('1990-05-06'), 'red', 'Yes', 'Puente', null, null, 'green'],
      [2, 'A-2', 'مرحبا', null, null, null, null, new Date('2025-05-10T10:05:00Z'), '10:30', 'in-progress'],
      [3, 'A-3', null, null, null, null, null, null, null, 'green'],
    ])
  })

  test('distinguishes an empty red answer from a missing one', async () => {
    const rows = [exportRow(definition, { fullName: ['', 'red'], born: ['', 'not-applicable'] }), exportRow(definition, {})]
    const workbook = await reopened(
      exportInProcess(await inputOf(['{{$rowNumber}}', '{{fullName.flag}}', '{{born.flag}}', '{{green.flag}}'], rows)),
    )
    expect(valuesOf(workbook, 'S')).toEqual([[1, 'red', 'not-applicable'], [2]])
  })

  test('throws if an answer contains the separator, so that answers cannot shift', async () => {
    const rows = [exportRow(definition, { fullName: 'a\u0000b' })]
    await expect(collected(exportInProcess(await inputOf(['{{fullName}}'], rows)))).rejects.toThrow('a character that none can have')
  })

  test('writes every respondent once, in order, and reports progress', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => exportRow(definition, { fullName: `Person ${index}` }))
    const progress: number[] = []
    const input = { ...(await inputOf(['{{fullName}}'], rows)), onProgress: (done: number) => progress.push(done) }
    const workbook = await reopened(exportInProcess(input))
    expect(valuesOf(workbook, 'S').flat()).toEqual(rows.map((_, index) => `Person ${index}`))
    expect(progress.at(-1)).toBe(5_000)
  })

  test('writes CSV', async () => {
    const text = await collected(exportInProcess(await inputOf(['{{fullName}}'], [exportRow(definition, { fullName: '=1' })]), 'csv'))
    expect(text.toString()).toContain("'=1")
  })
})

describe('stopping exportInProcess', () => {
  test('ends at once when the signal fires, and closes the row iterator', async () => {
    const stop = new AbortController()
    const source = endless()
    const chunks = exportInProcess({ ...(await endlessInput(source.rows)), signal: stop.signal })
    await chunks.next()
    const reading = collected(chunks)
    stop.abort(new Error('cancelled by Adam'))
    await expect(reading).rejects.toThrow('cancelled by Adam')
    expect(source.closed()).toBe(true)
  })

  test('does not start if the signal has already fired', async () => {
    const input = { ...(await inputOf(['{{fullName}}'], [])), signal: AbortSignal.abort(new Error('cancelled before')) }
    await expect(collected(exportInProcess(input))).rejects.toThrow('cancelled before')
  })

  test('stops reading while chunks are not consumed, and closes when the consumer stops', async () => {
    const [paused, taken] = [endless(), endless()]
    const chunks = exportInProcess(await endlessInput(paused.rows))
    const others = exportInProcess(await endlessInput(taken.rows))
    await chunks.next()
    while (taken.count() < 2 * mostRowsAhead) await others.next()
    expect(paused.count()).toBeLessThan(mostRowsAhead)
    await Promise.all([chunks.return(undefined), others.return(undefined)])
    expect([paused.closed(), taken.closed()]).toEqual([true, true])
  })

  test('rethrows errors from reading the respondents', async () => {
    async function* failing(): AsyncGenerator<ExportRow> {
      yield exportRow(definition, { fullName: 'Ana' })
      throw new Error('the database is gone')
    }
    const input = await inputOf(['{{fullName}}'], [])
    await expect(collected(exportInProcess({ ...input, parts: input.parts.map((part) => ({ ...part, rows: failing })) }))).rejects.toThrow(
      'the database is gone',
    )
  })

  test('ends an export that computes for too long without any progress, so that it does not block others', async () => {
    const template = new ExcelJS.Workbook()
    const sheet = template.addWorksheet('S')
    sheet.addRow(['{{fullName}}'])
    for (let row = 2; row < 4_000; row += 1) sheet.addRow(Array.from({ length: 10 }, (_one, column) => `${row} ${column}`))
    const large = exportOf(await bytesOf(template), definition, [exportRow(definition, { fullName: 'Ana' })])
    await expect(collected(exportInProcess(large, 'xlsx', { silentCpuMs: 50, bytes: 1_000_000 }))).rejects.toThrow(
      'Writing this spreadsheet takes too long',
    )
    expect((await reopened(exportInProcess(large))).worksheets[0]?.rowCount, 'control').toBe(3_999)
  })

  test('says what of a template needs too much room', async () => {
    const input = await inputOf(['{{fullName}}', ...Array.from({ length: 4 }, () => 'x'.repeat(30_000))], [])
    await expect(collected(exportInProcess(input))).rejects.toThrow(
      'needs too much room (the row of answers holds more than 100,000 characters of fixed text). Upload a simpler template',
    )
  })

  test('ends an export that becomes too large', async () => {
    const input = await inputOf(['{{fullName}}'], [exportRow(definition, { fullName: 'Ana' })])
    const size = (await collected(exportInProcess(input))).length
    const limits = (bytes: number) => ({ silentCpuMs: 60_000, bytes })
    await expect(collected(exportInProcess(input, 'xlsx', limits(size - 1)))).rejects.toThrow(
      'Writing this spreadsheet takes more than 1 GB',
    )
    expect((await collected(exportInProcess(input, 'xlsx', limits(size)))).length, 'control').toBe(size)
  })

  test('ends an export that takes too much memory, and nothing else', async () => {
    const rows = Array.from({ length: 12 }, () => exportRow(definition, { fullName: 'x'.repeat(30_000_000) }))
    await expect(collected(exportInProcess(await inputOf(['{{fullName}}'], rows)))).rejects.toThrow(
      'Writing this spreadsheet takes too much memory',
    )
  })

  test('rethrows errors from writing', async () => {
    const input = await inputOf(['{{fullName}}'], [])
    const parts = input.parts.map((part) => ({ ...part, template: Buffer.from('no workbook') }))
    await expect(collected(exportInProcess({ ...input, parts }))).rejects.toThrow()
  })
})

/** More rows than fit into the chunks that are buffered ahead. */
const mostRowsAhead = 15_000

/** Yields random names, which do not compress, so that chunks fill quickly. */
function endless() {
  let count = 0
  let closed = false
  async function* rows(): AsyncGenerator<ExportRow> {
    try {
      for (;;) {
        count += 1
        yield exportRow(definition, { fullName: Array.from({ length: 20 }, () => Math.random().toString(36)).join('') })
      }
    } finally {
      closed = true
    }
  }
  return { rows, count: () => count, closed: () => closed }
}

async function endlessInput(rows: () => AsyncIterable<ExportRow>): Promise<ExportInput> {
  const input = await inputOf(['{{fullName}}'], [])
  return { ...input, parts: input.parts.map((part) => ({ ...part, rows })) }
}

async function inputOf(cells: readonly string[], rows: readonly ExportRow[]): Promise<ExportInput> {
  const template = new ExcelJS.Workbook()
  template.addWorksheet('S').addRow([...cells])
  return exportOf(await bytesOf(template), definition, rows)
}
