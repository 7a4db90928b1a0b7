import { importProblems } from '@portico/shared/words/import/import-problems'
import type { TestCell } from './build-files.ts'

/** Changes to a valid XLSForm, and the lines with which they are reported: a problem code, a description, cells, and one or more lines. */
export type XlsFormCase = readonly [
  code: string,
  about: string,
  cells: Readonly<Record<string, TestCell>>,
  lines: string | readonly string[],
]

const constraint = "This constraint is not supported. Use a range such as . >= 0 and . <= 120, or regex(., '…')."
const { Q14, Q16 } = importProblems

/** Faulty conditions, constraints, appearances, references and groups. */
export const xlsFormConditionCases: readonly XlsFormCase[] = [
  ['Q14', 'a condition is incomplete', { 'survey!F6': '${trips} >' }, `survey!F6: ${Q14.unfinished}`],
  [
    'Q14',
    'a condition contains a calculation',
    { 'survey!F7': 'count-selected(${arrested}) > 1' },
    `survey!F7: ${Q14.unclear('count-selected(${arrested}) > 1')}`,
  ],
  [
    'Q14',
    'the condition of a group refers to no answer',
    { 'survey!A8': 'begin_group', 'survey!F8': '1 = 1', 'survey!A9': 'end_group' },
    `survey!F8: ${Q14.unclear('= …')}`,
  ],
  [
    'Q14',
    'a condition refers to a question below',
    { 'survey!F6': '${trips} > 1' },
    'survey!F6: The condition names "trips", which is no question above this row.',
  ],
  [
    'Q14',
    'a condition misspells a question',
    { 'survey!F6': "${arested} = 'yes'" },
    'survey!F6: The condition names "arested", which is no question above this row. Did you mean "arrested"?',
  ],
  [
    'Q14',
    'a value is not a choice of the question',
    { 'survey!F5': "${arrested} = 'yess'" },
    'survey!F5: "yess" is no choice of the question "arrested". Write one of its values, as on the sheet "choices".',
  ],
  [
    'Q14',
    'a value in another condition is not a choice',
    { 'survey!F6': "${arrested} != 'never'" },
    'survey!F6: "never" is no choice of the question "arrested". Write one of its values, as on the sheet "choices".',
  ],
  [
    'Q14',
    'a condition refers to a note',
    { 'survey!A2': 'note', 'survey!H2': null, 'survey!F6': "${fullName} = 'x'" },
    'survey!F6: The condition names "fullName", which takes no answer. Name a question.',
  ],
  [
    'Q17',
    'a date question asks only for a month',
    { 'survey!G6': 'month-year' },
    'survey!G6: The appearance "month-year" is not supported: people are asked for a day. Remove it, or ask for the year with the type integer.',
  ],
  [
    'Q17',
    'a date question uses another calendar',
    { 'survey!G6': 'ethiopian' },
    'survey!G6: The calendar "ethiopian" is not supported. Remove this appearance; people enter the day of the usual calendar.',
  ],
  [
    'Q24',
    'a text refers to an unknown answer',
    { 'survey!C7': 'Dear ${fullNam}, how many trips?' },
    'survey!C7: The text shows the answer to "fullNam", which is no question above this row. Did you mean "fullName"?',
  ],
  [
    'Q24',
    'the label of a choice refers to an answer',
    { 'choices!D2': '${fullName}' },
    'choices!D2: The answer "${fullName}" cannot be shown in this text. Write the text without it.',
  ],
  [
    'Q25',
    'a group is not closed',
    { 'survey!A8': 'begin_group', 'survey!C8': 'Section', 'survey!D8': 'Parte' },
    'survey!A8: This group is not closed. Add a row of type end_group below its last question.',
  ],
  [
    'Q25',
    'a group is closed but not opened',
    { 'survey!A8': 'end_group' },
    'survey!A8: No group is open here. Remove this row, or add a row of type begin_group above the first question of the group.',
  ],
  ['Q16', 'a constraint is malformed', { 'survey!H7': '. mod 2 = 0' }, `survey!H7: ${Q16.unclear('mod 2 = 0')}`],
  ['Q16', 'a date is compared with a number', { 'survey!H6': '. >= 3' }, `survey!H6: ${Q16.fit('date')}`],
  ['Q16', 'a constraint has three bounds', { 'survey!H7': '. > 1 and . > 2 and . < 9' }, `survey!H7: ${constraint}`],
  ['Q16', 'a pattern is used for a number', { 'survey!H7': "regex(., '[0-9]')" }, `survey!H7: ${constraint}`],
  ['Q16', 'a pattern is too long', { 'survey!H2': `regex(., '${'a'.repeat(201)}')` }, `survey!H2: ${constraint}`],
  ['Q16', 'a pattern has a back reference', { 'survey!H2': "regex(., '(a)\\1')" }, `survey!H2: ${Q16.pattern}`],
  ['Q16', 'a pattern is too large', { 'survey!H2': "regex(., '(a?){1000}')" }, `survey!H2: ${Q16.large}`],
  [
    'Q16',
    'no answer can satisfy the constraint',
    { 'survey!H7': '. >= 9 and . < 9' },
    'survey!H7: No answer can satisfy this constraint. Change one of its bounds.',
  ],
  [
    'Q17',
    'there are two meaningful appearances',
    { 'survey!G2': 'phone zip' },
    'survey!G2: The appearances "phone" and "zip" cannot be combined. Keep one of them.',
  ],
  [
    'Q17',
    'an appearance does not match the type',
    { 'survey!G7': 'w1 phone' },
    'survey!G7: The appearance "phone" needs the type text. Change the type, or remove the appearance.',
  ],
  [
    'Q17',
    'a question named email has the appearance of a telephone number',
    { 'survey!G3': 'phone' },
    'survey!G3: The appearances "phone" and "email" cannot be combined. Keep one of them.',
  ],
  [
    'Q18',
    'a video has no URL in one language',
    {
      'survey!A7': 'note',
      'survey!G7': 'youtube',
      'survey!H7': null,
      'survey!I1': 'portal_video::English (en)',
      'survey!I7': 'https://youtu.be/abcdefghijk',
      'survey!J1': 'portal_video::Spanish (es)',
      'survey!J7': 'https://video.example/1',
    },
    'survey!J7: A video address is needed for Spanish (es).',
  ],
]
