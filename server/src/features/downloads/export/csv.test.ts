import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { collected, exportOf, exportRow, inTurn, questionnaireOf } from '../../../../test/support/exports.ts'
import { writeCsv } from './csv.ts'

const definition = questionnaireOf({ fullName: 'input', welcome: 'youtube', phone: 'phoneNumber', born: 'date' })

describe('CSV export', () => {
  test('contains the facts and every question of every questionnaire, one line per respondent', async () => {
    const other = questionnaireOf({ born: 'date', pet: 'input' })
    const { facts } = exportOf(new Uint8Array(), definition, [])
    const first = exportRow(
      definition,
      { fullName: 'Ana "la" María', born: ['1990-05-06', 'red'] },
      { anonymousId: 'A-1', agencyName: 'Puente, S.A.' },
    )
    const second = exportRow(
      other,
      { pet: 'cat\nand dog' },
      { anonymousId: 'A-2', checkedInAt: new Date('2025-05-10T17:05:00Z'), currentRedFlagAnswerCount: 2 },
    )
    const parts = [
      { template: new Uint8Array(), definition, rows: () => inTurn([first]), count: 1 },
      { template: new Uint8Array(), definition: other, rows: () => inTurn([second]), count: 1 },
    ]
    const bytes = await collected(writeCsv({ parts, facts }))
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(parse(bytes, { bom: true, columns: true })).toEqual([
      expect.objectContaining({
        anonymousId: 'A-1',
        date: '2025-05-04T12:30:15-07:00',
        agency: 'Puente, S.A.',
        checkInTime: '',
        redIdentifiers: 'born',
        fullName: 'Ana "la" María',
        born: '1990-05-06',
        pet: '',
      }),
      expect.objectContaining({
        anonymousId: 'A-2',
        checkInTime: '2025-05-10T10:05:00-07:00',
        currentRedFlagAnswerCount: '2',
        fullName: '',
        pet: 'cat\nand dog',
      }),
    ])
    expect(bytes.toString()).not.toContain('welcome')
    expect(bytes.toString().split('\r\n')).toHaveLength(4)
  })

  test('contains seat times only if the workshop has slots', async () => {
    const input = exportOf(new Uint8Array(), definition, [exportRow(definition, {}, { seatTime: '10:30' })])
    const withSlots = await collected(writeCsv({ ...input, facts: { ...input.facts, slots: true } }))
    expect(parse(withSlots, { bom: true, columns: true })).toEqual([expect.objectContaining({ seatTime: '10:30' })])
    expect((await collected(writeCsv(input))).toString()).not.toContain('seatTime')
  })

  test('has no two columns of one name, whatever the questions are called', async () => {
    const questions = questionnaireOf({ agency: 'input', status: 'input', notes: 'input' })
    const answers = { agency: 'Friends', status: 'none', notes: 'mine' }
    const input = exportOf(new Uint8Array(), questions, [exportRow(questions, answers, { agencyName: 'Legal Aid' })])
    const bytes = await collected(writeCsv({ ...input, facts: { ...input.facts, columns: ['status'] } }))
    expect(parse(bytes, { bom: true, columns: true })).toEqual([
      expect.objectContaining({
        agency: 'Legal Aid',
        status: 'Green dot',
        'answer:agency': 'Friends',
        'answer:status': 'none',
        notes: 'mine',
      }),
    ])
  })

  test('contains additional columns on request', async () => {
    const called = { outcome: 'no-answer', at: new Date('2025-05-06T17:00:00Z') } as const
    const rows = [exportRow(definition, {}, { currentFlag: 'in-progress', lastCall: called }), exportRow(definition, {})]
    const input = exportOf(new Uint8Array(), definition, rows)
    const asked = await collected(writeCsv({ ...input, facts: { ...input.facts, columns: ['agency', 'status', 'waiting', 'contact'] } }))
    expect(parse(asked, { bom: true, columns: true })).toEqual([
      expect.objectContaining({
        status: 'In progress',
        waitingDays: '20',
        lastCallOutcome: 'no-answer',
        lastCallTime: '2025-05-06T10:00:00-07:00',
      }),
      expect.objectContaining({ status: 'Green dot', decidedTime: '', waitingDays: '', lastCallOutcome: '', lastCallTime: '' }),
    ])
    expect((await collected(writeCsv(input))).toString()).not.toMatch(/status|decidedTime|waitingDays|lastCall/)
  })

  test.each([
    ['=1+1', "'=1+1"],
    ["x;=1+cmd|' /C calc'!A0;y", "x;'=1+cmd|' /C calc'!A0;y"],
    ['+14085551234', '+14085551234'],
  ])('writes %j as %j', async (value, shown) => {
    const bytes = await collected(writeCsv(exportOf(new Uint8Array(), definition, [exportRow(definition, { phone: value })])))
    const [line]: Record<string, string>[] = parse(bytes, { bom: true, columns: true })
    expect(line?.['phone']).toBe(shown)
  })

  test('leaves other values unchanged', async () => {
    const value = "O'Brien, 50% = half\u0000"
    const bytes = await collected(writeCsv(exportOf(new Uint8Array(), definition, [exportRow(definition, { fullName: value })])))
    const [line]: Record<string, string>[] = parse(bytes, { bom: true, columns: true })
    expect(line?.['fullName']).toBe("O'Brien, 50% = half")
  })
})
