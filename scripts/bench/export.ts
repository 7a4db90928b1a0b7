import { execFile } from 'node:child_process'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ExcelJS from 'exceljs'
import { exportInWorker } from '@portico/server/features/downloads/export/export-in-worker'
import type { ExportAnswer, ExportRow, ExportInput } from '@portico/server/features/downloads/export/export-row'
import type { QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'

const respondents = 100_000
const columns = 60
const thisFile = fileURLToPath(import.meta.url)
const megabyte = 1024 * 1024

interface Measured {
  readonly seconds: number
  readonly cpu: number
  readonly peak: number
  readonly p99: number
  readonly bytes: number
}

/** Measures the export of 100,000 respondents with 60 columns beside exceljs's streaming writer. Prints a table. */
export async function run(): Promise<void> {
  console.log(`Export of ${respondents.toLocaleString('en')} respondents with ${columns} columns, each way in a process of its own`)
  const few = await measuredApart('portico', respondents / 10)
  const all = await measuredApart('portico', respondents)
  const exceljs = await measuredApart('exceljs', respondents)
  const row = (way: string, { seconds, cpu, peak, p99, bytes }: Measured) => ({
    way,
    seconds: seconds.toFixed(1),
    'CPU seconds': cpu.toFixed(1),
    'peak MiB': Math.round(peak / megabyte),
    'event loop p99 ms': p99.toFixed(1),
    'file MiB': (bytes / megabyte).toFixed(1),
  })
  console.table([row('exceljs streaming, from memory', exceljs), row('Portico', all), row('Portico, a tenth of the rows', few)])
  console.log(`time: ${(all.seconds / exceljs.seconds).toFixed(2)} of exceljs (first bar 1.5, aim 0.5)`)
  console.log(`memory: ${(all.peak / few.peak).toFixed(2)} of that for a tenth of the rows (aim: 1, it does not grow)`)
  console.log(`event loop of the main thread: p99 ${all.p99.toFixed(1)} ms (first bar 50, aim 10)`)
}

async function measuredApart(way: 'portico' | 'exceljs', count: number): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, [thisFile, way, String(count)])
  return JSON.parse(stdout)
}

async function measured(write: () => Promise<number>): Promise<Measured> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const started = performance.now()
  const bytes = await write()
  const seconds = (performance.now() - started) / 1000
  delay.disable()
  const { user, system } = process.cpuUsage()
  // The resolution itself is part of what is measured.
  return { seconds, cpu: (user + system) / 1e6, peak: process.resourceUsage().maxRSS * 1024, p99: delay.percentile(99) / 1e6 - 1, bytes }
}

async function withPortico(count: number): Promise<number> {
  const definition = questionnaire()
  const input: ExportInput = {
    parts: [{ template: await template(definition), definition, rows: () => rowsOf(definition, count), count }],
    facts: { workshopName: 'Citizenship Day', exportedAt: new Date(), respondentCount: count, timeZone: 'America/Los_Angeles' },
  }
  let bytes = 0
  for await (const chunk of exportInWorker(input)) bytes += chunk.length
  return bytes
}

async function withExceljs(count: number): Promise<number> {
  const definition = questionnaire()
  let bytes = 0
  const stream = new Writable({
    write(chunk: Uint8Array, _, done) {
      bytes += chunk.length
      done()
    },
  })
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: false, useSharedStrings: false })
  const sheet = workbook.addWorksheet('Answers')
  for await (const row of rowsOf(definition, count)) {
    sheet.addRow(definition.questions.map((question) => shownBy(question, row.answers.get(question.identifier)?.value))).commit()
  }
  sheet.commit()
  await workbook.commit()
  stream.end()
  await finished(stream)
  return bytes
}

function shownBy({ type }: QuestionDefinition, value: string | undefined): string | number | Date | undefined {
  if (value === undefined) return undefined
  if (type === 'numeric') return Number(value)
  return type === 'date' ? new Date(value) : value
}

const kinds = ['input', 'radio', 'date', 'numeric', 'phoneNumber', 'radio'] as const

function questionnaire(): QuestionnaireDefinition {
  const options = ['yes', 'no', 'unsure'].map((value) => ({ value, label: { en: value } }))
  const questions = Array.from({ length: columns }, (_, index) => ({
    identifier: `question${index}`,
    questionNumber: String(index + 1),
    type: kinds[index % kinds.length] ?? 'input',
    required: false,
    text: { en: `Question ${index}` },
    options,
  }))
  return { languages: ['en'], defaultLanguage: 'en', languageNames: { en: 'English' }, questions }
}

async function template({ questions }: QuestionnaireDefinition): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('Answers', { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.addRow(questions.map((question) => question.identifier)).font = { bold: true }
  sheet.addRow(questions.map((question) => `{{${question.identifier}}}`))
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

// Rows come as from a cursor: a batch at a time, each answer its own object.
async function* rowsOf(definition: QuestionnaireDefinition, count: number): AsyncGenerator<ExportRow> {
  for (let index = 0; index < count; index++) {
    const answers = new Map<string, ExportAnswer>()
    for (const { identifier, type } of definition.questions) answers.set(identifier, { value: valueFor(type, index), flag: 'green' })
    yield {
      anonymousId: `R${index}`,
      submittedAt: new Date(1_750_000_000_000 + index * 1000),
      language: 'en',
      agencyName: null,
      checkedInAt: null,
      initialFlag: 'green',
      currentFlag: 'green',
      initialRedFlagAnswerCount: 0,
      currentRedFlagAnswerCount: 0,
      answers,
      definition,
    }
  }
}

function valueFor(type: QuestionDefinition['type'], index: number): string {
  switch (type) {
    case 'date':
      return `19${60 + (index % 40)}-0${1 + (index % 9)}-1${index % 10}`
    case 'numeric':
      return String(index % 400)
    case 'phoneNumber':
      return `+1408555${String(index % 10_000).padStart(4, '0')}`
    case 'radio':
      return index % 3 === 0 ? 'yes' : 'no'
    default:
      return `Person number ${index} of the hall`
  }
}

if (process.argv[1] === thisFile) {
  const [way, count] = process.argv.slice(2)
  const write = way === 'exceljs' ? withExceljs : withPortico
  console.log(JSON.stringify(await measured(() => write(Number(count)))))
}
