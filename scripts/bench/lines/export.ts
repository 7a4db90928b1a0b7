import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ExcelJS from 'exceljs'
import { exportInProcess } from '@portico/server/features/downloads/export/export-in-process'
import type { ExportAnswer, ExportRow, ExportInput } from '@portico/server/features/downloads/export/export-row'
import type { QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { processorTimeOf, timed, type Bench } from '../bench.ts'
import { median } from '../load.ts'

const respondents = 100_000
const columns = 60
const rounds = 3
const thisFile = fileURLToPath(import.meta.url)
const megabyte = 1024 * 1024

interface Measured {
  readonly seconds: number
  readonly cpu: number
  readonly peak: number
}

/**
 * Compares the export of 100,000 respondents with 60 columns from memory with exceljs' streaming writer; each in a separate process,
 * alternating. Counts the process that writes the export too.
 */
export async function run({ report }: Bench): Promise<void> {
  const found: { few: Measured; all: Measured; exceljs: Measured }[] = []
  for (let round = 0; round < rounds; round += 1) {
    found.push({
      few: await measureInOwnProcess('portico', respondents / 10),
      all: await measureInOwnProcess('portico', respondents),
      exceljs: await measureInOwnProcess('exceljs', respondents),
    })
  }
  const of = (value: (round: (typeof found)[number]) => number) => median(found.map(value))
  const what = `export of ${respondents.toLocaleString('en')} × ${columns}`
  const seconds = (way: 'all' | 'exceljs') =>
    `${of((round) => round[way].seconds).toFixed(1)} s, CPU ${of((round) => round[way].cpu).toFixed(1)} s`
  report({
    what: `${what}, over exceljs`,
    measured: `${seconds('all')}; exceljs ${seconds('exceljs')}`,
    figure: of(({ all, exceljs }) => all.seconds / exceljs.seconds),
    bar: 0.45,
    aim: 0.35,
  })
  report({
    what: `${what}, memory over that of a tenth`,
    measured: `${Math.round(of(({ all }) => all.peak) / megabyte)} MiB; a tenth ${Math.round(of(({ few }) => few.peak) / megabyte)} MiB`,
    figure: of(({ all, few }) => all.peak / few.peak),
    bar: 1.25,
    aim: 1.1,
  })
}

async function measureInOwnProcess(way: 'portico' | 'exceljs', count: number): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, [thisFile, way, String(count)])
  return JSON.parse(stdout)
}

async function measure(write: () => Promise<void>): Promise<Measured> {
  const child = watchChild()
  const milliseconds = await timed(write)
  const { user, system } = process.cpuUsage()
  const { cpu, peak } = child.used()
  return { seconds: milliseconds / 1000, cpu: (user + system) / 1e6 + cpu, peak: process.resourceUsage().maxRSS * 1024 + peak }
}

/** Reads what the process of the export uses: CPU seconds, and the most bytes that it kept in memory. */
function watchChild() {
  let used = { cpu: 0, peak: 0 }
  const timer = setInterval(() => {
    const child = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim()
    if (child === '') return
    const [peak] = /(?<=VmHWM:\s+)\d+/.exec(readFileSync(`/proc/${child}/status`, 'utf8')) ?? []
    // A process that has ended keeps nothing in memory.
    if (peak) used = { cpu: processorTimeOf(Number(child)) / 1000, peak: Number(peak) * 1024 }
  }, 20)
  timer.unref()
  return { used: () => used }
}

async function withPortico(count: number): Promise<void> {
  const definition = questionnaire()
  const input: ExportInput = {
    parts: [{ template: await template(definition), definition, rows: () => rowsOf(definition, count), count }],
    facts: { workshopName: 'Citizenship Day', exportedAt: new Date(), respondentCount: count, timeZone: 'America/Los_Angeles' },
  }
  // The file would be written to the database in chunks; here it is discarded.
  for await (const _ of exportInProcess(input));
}

async function withExceljs(count: number): Promise<void> {
  const definition = questionnaire()
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() })
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: false, useSharedStrings: false })
  const sheet = workbook.addWorksheet('Answers')
  for await (const row of rowsOf(definition, count)) {
    sheet.addRow(definition.questions.map((question, position) => cellValueOf(question, row.answers.at(position)?.value))).commit()
  }
  sheet.commit()
  await workbook.commit()
  stream.end()
  await finished(stream)
}

function cellValueOf({ type }: QuestionDefinition, value: string | undefined): string | number | Date | undefined {
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

// Yields rows like a cursor: a batch at a time, each answer a separate object.
async function* rowsOf(definition: QuestionnaireDefinition, count: number): AsyncGenerator<ExportRow> {
  for (let index = 0; index < count; index++) {
    const answers = definition.questions.map(({ type }): ExportAnswer => ({ value: valueFor(type, index), flag: 'green' }))
    yield {
      anonymousId: `R${index}`,
      submittedAt: new Date(1_750_000_000_000 + index * 1000),
      language: 'en',
      submittedOn: '2025-04-05',
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
  console.log(JSON.stringify(await measure(() => write(Number(count)))))
}
