import { importProblems } from '@portico/shared/words/import/import-problems'
import { describe, expect, test } from 'vitest'
import type { TestCell } from '../../../../../../test/uploads/build-files.ts'
import { readRows, rowReader } from '../../../../../../test/uploads/read-sheets.ts'
import { parseCalculation, formatCalculation } from '../../constraints/calculation.ts'

const { Q08, Q26, Q27 } = importProblems

describe('a calculation', () => {
  test.each([
    '${back} - ${left}',
    'max(0, min(${back}, today()) - max(${left}, today() - 1826))',
    "if(${back} = '', 0, (${a} + ${b}) div 2)",
    'int((today() - ${born}) div 365.25)',
    "selected(${did}, 'theft') or (count-selected(${did}) > 2 and not(age(${born}) >= 18))",
    "concat(${first}, ' ', ${last})",
    '-${a} * -(${b} mod 7)',
    'round(coalesce(${a}, 0), 2)',
  ])('%s is parsed and survives formatting', (text) => {
    const steps = parseCalculation(text)
    expect(steps).toBeInstanceOf(Array)
    expect(typeof steps === 'string' ? steps : parseCalculation(formatCalculation(steps))).toEqual(steps)
  })

  test.each([' + ', ' or ', ' * '])('a hundred values joined by%sare parsed and survive formatting', (operator) => {
    const steps = parseCalculation(Array.from({ length: 100 }, (_, place) => `\${q${place}}`).join(operator))
    expect(typeof steps === 'string' ? steps : parseCalculation(formatCalculation(steps))).toEqual(steps)
  })

  test.each([
    ["if(${did} = 'theft' or 'none', 0, 1)", "${did} = 'theft' or 'none'"],
    ["if(not(${did} = 'theft' or 'none'), 1, 0)", "${did} = 'theft' or 'none'"],
    ["if(${did} = 'theft' and ${did} = 'none', 1, 0)", "${did} = 'theft' and ${did} = 'none'"],
    ["if(${did} != 'theft' or ${did} != 'none', 1, 0)", "${did} != 'theft' or ${did} != 'none'"],
  ])('%s is refused: a part of it is the same for all answers', async (text, part) => {
    const { problems } = await readRows(['select_one crimes', 'did', 'What?', 'ماذا؟'], ['calculate', 'c', null, null, text])
    expect(problems).toEqual([`[Q26] survey!E3: ${Q26.never(part)}`])
  })

  test.each([
    ["if(${did} > '', 1, 0)", "${did} > ''"],
    ["if(selected(${did}, ''), 1, 0)", "selected(${did}, '')"],
    ["${did} + ''", "${did} + ''"],
  ])('%s is refused: an empty text is only compared by = and !=', async (text, part) => {
    const { problems } = await readRows(['select_one crimes', 'did', 'What?', 'ماذا؟'], ['calculate', 'c', null, null, text])
    expect(problems).toEqual([`[Q26] survey!E3: ${Q26.empty(part)}`])
  })

  test.each([
    ['if(${did}, 1, 0)', true],
    ["coalesce(${did}, 'none') and ${trips} > 1", true],
    ["if(${did} = 'theft', 1, 0)", false],
    ['if(${trips}, 1, 0)', false],
    ["if(coalesce(${did}, ''), 1, 0)", false],
  ])('%s causes a warning if it takes a choice for true: %s', async (text, warns) => {
    const rows = [
      ['select_one crimes', 'did', 'What?', 'ماذا؟'],
      ['integer', 'trips', 'How many?', 'كم؟'],
    ]
    const { problems, warnings } = await readRows(...rows, ['calculate', 'c', null, null, text])
    expect([problems, warnings.map((warning) => warning.slice(0, 17))]).toEqual([[], warns ? ['[W19] survey!E4: '] : []])
  })

  test.each([
    ['pulldata("x")', Q26.unclear('pulldata("x")')],
    ['${a} +', Q26.unfinished],
    ['if(${a}, 1)', Q26.unclear(')')],
    ['${a} ${b}', Q26.unclear('${b}')],
    [`${'('.repeat(60)}1${')'.repeat(60)}`, Q26.unclear(`${'('.repeat(20)}1${')'.repeat(60)}`)],
    [Array.from({ length: 150 }, () => '1').join(' + '), Q26.long],
  ])('%s is rejected', (text, message) => {
    expect(parseCalculation(text)).toBe(message)
  })

  test('is a question without a number and needs no label', async () => {
    const { questions, problems, warnings } = await readRows(
      ['date', 'left', 'Left?', 'متى غادرت؟'],
      ['calculate', 'days', null, null, 'today() - ${left}'],
      ['text', 'why', 'Why?', 'لماذا؟', null, null, '${days} > 180'],
    )
    expect([problems, warnings]).toEqual([[], []])
    const calculation = [{ today: true }, { answerTo: 'left' }, { apply: '-', count: 2 }]
    expect(questions).toMatchObject([{ questionNumber: '1' }, { questionNumber: '', text: {}, calculation }, { questionNumber: '2' }])
  })

  test.each<[string, TestCell[], string]>([
    ['refers to a question below', ['calculate', 'days', null, null, '${later} + 1'], Q26.above('later', undefined)],
    ['is missing', ['calculate', 'days'], Q26.missing],
    ['compares a choice with none', ['calculate', 'days', null, null, "if(${done} = 'Theft', 1, 0)"], Q26.choice('Theft', 'done')],
    ['compares a number with a text', ['calculate', 'days', null, null, "${trips} > '1,000'"], Q26.number('trips')],
    ['is on a question of another type', ['text', 'days', 'Days', 'أيام', '1 + 1'], Q26.only('input')],
  ])('that %s is rejected at its cell', async (_about, row, message) => {
    const above = [
      ['select_one crimes', 'done', 'Done', 'تم'],
      ['integer', 'trips', 'Trips', 'رحلات'],
    ]
    const { problems } = await readRows(...above, row, ['integer', 'later', 'Later', 'لاحقًا'])
    expect(problems).toEqual([`[Q26] survey!E4: ${message}`])
  })
})

describe('row types with special handling', () => {
  test('dateTime asks for the day only and causes a warning', async () => {
    const { questions, warnings } = await readRows(['dateTime', 'when', 'When?', 'متى؟'])
    expect(questions).toMatchObject([{ type: 'date' }])
    expect(warnings).toEqual(['[W13] survey!A2: People are asked for the day alone, without the time.'])
  })

  test('acknowledge is always required', async () => {
    expect((await readRows(['acknowledge', 'ok', 'It is true.', 'هذا صحيح.'])).questions).toMatchObject([
      { type: 'acknowledge', required: true },
    ])
  })

  test.each(['select_multiple crimes', 'select multiple crimes', 'select_multiple from crimes'])(
    '%s is read as checkboxes',
    async (type) => {
      expect((await readRows([type, 'did', 'What?', 'ماذا؟'])).questions).toMatchObject([
        { type: 'checkboxes', options: [{ value: 'theft' }, { value: 'none' }] },
      ])
    },
  )
})

describe('or_other', () => {
  const other = { value: 'other', label: { en: 'Other', ar: 'غير ذلك' } }

  test('adds a choice and a follow-up in every language', async () => {
    const { questions, problems } = await readRows(['select_one crimes or_other', 'did', 'What?', 'ماذا؟'])
    expect(problems).toEqual([])
    expect(questions).toMatchObject([
      { type: 'radioWithFollowUp', options: [{}, {}, other], followUp: { identifier: 'did_other', showWhen: ['other'] } },
      { identifier: 'did_other', questionNumber: '1', text: { en: 'Please specify:', ar: 'يرجى التوضيح:' }, followUpOf: 'did' },
    ])
  })

  test.each([
    ['select_multiple crimes or_other', null],
    ['select_one crimes or_other', 'minimal'],
  ])('of %s with appearance %s adds a separate conditional question', async (type, appearance) => {
    const { questions } = await readRows([type, 'did', 'What?', 'ماذا؟', null, null, null, appearance])
    expect(questions[1]).toMatchObject({ identifier: 'did_other', askedWhen: [[{ identifier: 'did', op: 'selected', value: 'other' }]] })
  })

  test.each(['select_one crimes or_other', 'select_multiple crimes or_other'])('of %s has one number for both questions', async (type) => {
    const numbered = rowReader(
      ['type', 'name', 'label::English (en)', 'portal_number'],
      [
        ['list_name', 'name', 'label::English (en)'],
        ['crimes', 'theft', 'Theft'],
        ['crimes', 'none', 'None'],
      ],
    )
    const { questions, problems } = await numbered([type, 'did', 'What?', 7], ['text', 'why', 'Why?', 8])
    expect([problems, questions.map(({ questionNumber }) => questionNumber)]).toEqual([[], ['7', '7', '8']])
  })

  test('is rejected if another question already has the name', async () => {
    const { problems } = await readRows(['text', 'did_other', 'A', 'ب'], ['select_one crimes or_other', 'did', 'What?', 'ماذا؟'])
    expect(problems).toEqual([expect.stringMatching(/^\[Q10\] survey!B3: The name "did_other" is already used in B2/)])
  })
})

describe('a default', () => {
  test.each([
    ['integer', '0', '0'],
    ['date', 'today()', 'today'],
    ['date', '2020-01-31', '2020-01-31'],
    ['date', '1850-01-31', '1850-01-31'],
    ['select_one crimes', 'none', 'none'],
    ['text', 'San José', 'San José'],
  ])('of %s may be %s', async (type, written, defaultAnswer) => {
    expect((await readRows([type, 'a', 'A', 'أ', null, written])).questions).toMatchObject([{ defaultAnswer }])
  })

  test.each([
    ['integer', 'many'],
    ['date', 'soon'],
    ['select_one crimes', 'murder'],
    ['text', 'concat(${a}, 1)'],
    ['note', 'x'],
  ])('of %s cannot be %s', async (type, written) => {
    expect((await readRows([type, 'a', 'A', 'أ', null, written])).problems).toEqual([`[Q27] survey!F2: ${Q27.fit(written)}`])
  })
})

test('a type that cannot be answered in text is rejected', async () => {
  expect((await readRows(['geopoint', 'a', 'A', 'أ'])).problems).toEqual([`[Q08] survey!A2: ${Q08.device('geopoint')}`])
})

test('a text that a calculation asks for has a number of its own', async () => {
  const numbered = rowReader(
    ['type', 'name', 'label::English (en)', 'relevant', 'calculation', 'portal_number'],
    [
      ['list_name', 'name', 'label::English (en)'],
      ['crimes', 'theft', 'Theft'],
      ['crimes', 'other', 'Other'],
    ],
  )
  const rows = [
    ['select_multiple crimes', 'did', 'Which?', null, null, 3],
    ['calculate', 'c', null, null, "if(selected(${did}, 'other'), 1, 0)"],
    ['text', 'why', 'Why?', '${c} = 1', null, 3],
  ]
  const { problems } = await numbered(...rows)
  expect(problems).toEqual(['[Q21] survey!F4: The number 3 is already used in F2.'])
  const [did = []] = rows
  const below = await numbered(did, ['text', 'why', 'Why?', "selected(${did}, 'other')", null, 3])
  expect(below.problems).toEqual([])
})
