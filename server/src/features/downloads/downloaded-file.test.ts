import { buffer } from 'node:stream/consumers'
import exceljs from 'exceljs'
import { beforeAll, describe, expect, it } from 'vitest'
import { inLanguage, type QuestionDefinition, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { openAnsweredWorkshop, sampleForm, type AnsweredWorkshop } from '../../../test/support/answered-workshop.ts'
import { publishedDefinition } from '../../../test/support/builders.ts'
import { sampleFile } from '../../../test/uploads/build-upload.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { unremarkableAnswers } from '../../seed/answers.ts'

const portico = await openPortico()

interface Sent {
  readonly anonymousId: string
  readonly definition: QuestionnaireDefinition
  readonly answers: Readonly<Record<string, string>>
  /** Wall-clock time at the workshop, without a time zone as in spreadsheets. */
  readonly date: Date
}

const people: readonly { at: string; wall: string; given: Record<string, string> }[] = [
  {
    at: '2026-11-21T20:00:00.000Z',
    wall: '2026-11-21T12:00:00Z',
    given: { fullName: '=HYPERLINK("https://evil.example";"x")', phone: '+14085550123', zipCode: '01234-0001', daysAbroad: '012' },
  },
  {
    at: '2026-07-04T07:30:00.000Z',
    wall: '2026-07-04T00:30:00Z',
    given: {
      fullName: 'Nguyễn Thị Ánh ✓',
      arrestedOrCited: 'yes',
      arrestedOrCited_followUp: 'Once, in 2011.\nDismissed.',
      dateOfBirth: '1959-12-31',
    },
  },
  {
    at: '2026-11-21T20:00:01.000Z',
    wall: '2026-11-21T12:00:01Z',
    given: { fullName: 'two  spaces & <tags> "quotes"', hasGreenCard: 'unsure', otherConcerns: '-1+1' },
  },
]

describe('the downloaded workbook of the sample questionnaire', () => {
  let shop: AnsweredWorkshop
  let sent: Sent[] = []
  let book: exceljs.Workbook
  let template: exceljs.Workbook
  const flags = new Map<string, Map<string, string>>()

  beforeAll(async () => {
    portico.setTime('2026-07-01T20:00:00Z')
    shop = await openAnsweredWorkshop(portico)
    const first = shop.definition
    for (const [index, { at, wall, given }] of people.entries()) {
      portico.setTime(at)
      if (index === 2) await publishSecondVersion()
      const definition = await publishedDefinition(portico)
      const answers = unremarkableAnswers(definition, at.slice(0, 10), given)
      sent.push({ anonymousId: await answer(answers), definition, answers, date: new Date(wall) })
    }
    expect(sent[2]?.definition).not.toEqual(first)
    portico.setTime('2026-11-21T20:00:02Z')
    await review()
    for (const { anonymousId } of sent) flags.set(anonymousId, await flagsOf(anonymousId))
    sent = sent.toSorted((one, other) => one.date.getTime() - other.date.getTime())
    template = await open((await sampleFile('template.xlsx')).bytes)
    book = await open(await download())
  })

  it('has the sheets of the template', () => {
    expect(book.worksheets.map((sheet) => sheet.name)).toEqual(template.worksheets.map((sheet) => sheet.name))
  })

  it('names the workshop and the time of the export', () => {
    const sheet = book.getWorksheet('Respondents')
    expect(sheet?.getCell('B1').value).toBe('citizenship_day')
    expect(sheet?.getCell('E1').value).toEqual(new Date('2026-11-21T12:00:02Z'))
  })

  it('contains every answer and fact of every respondent in its cell, in order of response date', () => {
    let compared = 0
    for (const [name, row] of [
      ['Respondents', 4],
      ['Answers', 2],
    ] as const) {
      const [pattern, sheet] = [template.getWorksheet(name), book.getWorksheet(name)]
      for (const [index, one] of sent.entries()) {
        pattern?.getRow(row).eachCell((cell, column) => {
          expect({ at: `${name} ${one.anonymousId} ${cell.text}`, is: sheet?.getRow(row + index).getCell(column).value }).toEqual({
            at: `${name} ${one.anonymousId} ${cell.text}`,
            is: expectedOf(cell.text.slice(2, -2), one, index),
          })
          compared += 1
        })
      }
      expect(sheet?.rowCount).toBe(row + sent.length - 1)
    }
    expect(compared).toBe(3 * (12 + 123))
  })

  it('keeps numbers, telephone numbers and formula-like text unchanged', () => {
    const sheet = book.getWorksheet('Answers')
    const headers = template.getWorksheet('Answers')?.getRow(1).values as string[]
    const cellOf = (index: number, header: string) => sheet?.getRow(2 + index).getCell(headers.indexOf(header))
    expect(cellOf(1, 'daysAbroad')?.value).toBe(12)
    expect(cellOf(1, 'phone')?.value).toBe('+14085550123')
    expect(cellOf(1, 'zipCode')?.value).toBe('01234-0001')
    expect(cellOf(0, 'dateOfBirth')?.value).toEqual(new Date('1959-12-31T00:00:00Z'))
    book.eachSheet((each) => each.eachRow((row) => row.eachCell((cell) => expect(cell.type).not.toBe(exceljs.ValueType.Formula))))
  })

  it('shows the current flag of an answer that a reviewer overrode', () => {
    const [overridden] = sent
    expect(flags.get(overridden?.anonymousId ?? '')?.get('arrestedOrCited')).toBe('green')
    expect(flags.get(sent[1]?.anonymousId ?? '')?.get('hasGreenCard')).toBe('red')
  })

  it('takes labels from the version that was answered', () => {
    const headers = template.getWorksheet('Answers')?.getRow(1).values as string[]
    const labels = sent.map(
      (_, index) =>
        book
          .getWorksheet('Answers')
          ?.getRow(2 + index)
          .getCell(headers.indexOf('consentToShare')).value,
    )
    expect(labels).toEqual(['Yes', 'Yes', 'Yes indeed'])
  })

  async function publishSecondVersion(): Promise<void> {
    const questions = await open((await sampleFile('questions.xlsx')).bytes)
    questions.getWorksheet('choices')?.eachRow((row) => {
      if (row.getCell(1).text === 'yes_no' && row.getCell(2).text === 'yes') row.getCell(3).value = 'Yes indeed'
    })
    const bytes = new Uint8Array(await questions.xlsx.writeBuffer())
    expect(await shop.rosa.call.questionnaires.addNewFullQuestionnaire(await sampleForm(bytes))).toMatchObject({ version: 2 })
  }

  async function answer(answers: Record<string, string>): Promise<string> {
    const nobody = await portico.as()
    return (
      await nobody.call.responses.addNewQuestionnaireResponse({ name: 'citizenship', workshopName: shop.name, language: 'en', answers })
    ).anonymousId
  }

  // Overrides one red answer to green, and one green answer of the last respondent to red.
  async function review(): Promise<void> {
    const { call } = shop.rosa
    const idOf = async (index: number, identifier: string) => {
      const { answerFlags } = await call.responses.getRespondentAnswerInfo({ respondent: { anonymousId: sent[index]?.anonymousId ?? '' } })
      return answerFlags.flaggedAnswers.find((each) => each.identifier === identifier)?.answerId ?? 0
    }
    await call.workshops.respondentCheckIn({ respondent: { anonymousId: sent[0]?.anonymousId ?? '' } })
    await call.agency.submitAnswerOverride({ answerId: await idOf(1, 'arrestedOrCited'), flag: 'green', reason: 'Dismissed; paper seen.' })
    await call.agency.submitAnswerOverride({ answerId: await idOf(0, 'hasGreenCard'), flag: 'red', reason: 'Expired.' })
  }

  async function flagsOf(anonymousId: string): Promise<Map<string, string>> {
    const { answerFlags } = await shop.rosa.call.responses.getRespondentAnswerInfo({ respondent: { anonymousId } })
    return new Map(answerFlags.flaggedAnswers.map((each) => [each.identifier, each.effectiveFlag]))
  }

  async function download(): Promise<Uint8Array> {
    const { downloadId: id } = await shop.rosa.call.downloads.enqueueDownload({
      workshop: { name: shop.name },
      configuration: { flavor: 'all' },
    })
    await portico.drain()
    return buffer((await shop.rosa.call.downloads.getDownloadFile({ id })).chunks)
  }

  // Written from shared/spec/questionnaire-files.md#template-file, not from the code that fills the cells.
  function expectedOf(placeholder: string, one: Sent, index: number): unknown {
    const current = [...(flags.get(one.anonymousId)?.values() ?? [])].filter((flag) => flag === 'red').length
    switch (placeholder) {
      case '$rowNumber':
        return index + 1
      case '$anonymousId':
        return one.anonymousId
      case '$date':
        return one.date
      case '$initialFlag':
        return isRedAtFirst(one) ? 'red' : 'green'
      case '$currentFlag':
        return current > 0 || isRedAtFirst(one) ? 'in-progress' : 'green'
      case '$currentRedFlagAnswerCount':
        return current
      case '$checkInTime':
        return one.anonymousId === sent[1]?.anonymousId ? new Date('2026-11-21T12:00:02Z') : null
    }
    const [identifier = '', property] = placeholder.split('.')
    const question = one.definition.questions.find((each) => each.identifier === identifier)
    const value = one.answers[identifier] ?? ''
    if (!question || value === '') return null
    if (property === 'flag') return flags.get(one.anonymousId)?.get(identifier)
    return property === 'label' ? labelOf(question, value, one.definition) : plain(question, value)
  }

  function isRedAtFirst({ answers }: Sent): boolean {
    return answers['arrestedOrCited'] === 'yes' || answers['hasGreenCard'] === 'unsure'
  }

  function labelOf(question: QuestionDefinition, value: string, definition: QuestionnaireDefinition): string | undefined {
    const option = question.options?.find((each) => each.value === value)
    return option && inLanguage(option.label, 'en', definition.defaultLanguage)
  }

  function plain(question: QuestionDefinition, value: string): unknown {
    if (question.type === 'numeric') return Number(value)
    return question.type === 'date' ? new Date(`${value}T00:00:00Z`) : value
  }
})

async function open(bytes: Uint8Array): Promise<exceljs.Workbook> {
  const book = new exceljs.Workbook()
  await book.xlsx.load(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer)
  return book
}
