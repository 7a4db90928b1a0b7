import {
  dateShown,
  errorShown,
  formatted,
  merged,
  neverHolds,
  questionFileProblems,
  tooLong,
  uncalculated,
  unreadable,
} from './question-file-problems.ts'
import { aQuestion, didYouMean, listed, quoted, shortened } from './quoted.ts'

export { quoted, shortened } from './quoted.ts'

/**
 * Every problem and warning of an upload: what it is about, and its messages (shared/spec/questionnaire-files.md). A message says what is
 * wrong, then what to do; values from the file are quoted and truncated.
 */
export const importProblems = {
  ...questionFileProblems,
  M01: {
    about: 'The field metadata file cannot be read',
    unreadable,
    json: (line: number, column: number) => `The JSON is not valid at line ${line}, column ${column}.`,
    array: 'The JSON has to be an array of records.',
    record: 'This item is not a record. Write {"identifier": "…"}.',
    text: 'This value has to be text.',
    several: (one: string, other: string) =>
      `The sheets ${quoted(one)} and ${quoted(other)} both hold field metadata. Delete one; it may be hidden.`,
    empty: 'There is no record below the header.',
    encoding: 'The text is not valid UTF-8 from here on. Export it as "CSV UTF-8".',
    quoting: 'A quotation mark is not closed.',
    strayQuote: 'A quotation mark stands inside a cell that does not begin with one. Double it and put the cell in quotation marks.',
    error: errorShown,
    date: dateShown,
    formatted,
    uncalculated,
    merged,
    long: tooLong,
  },
  M02: { about: 'The field metadata file is of another kind', kind: 'Use .csv, .xlsx or .json.' },
  M03: {
    about: 'A column is missing, unknown or there twice',
    missing: (header: string) => `The column ${quoted(header)} is missing.`,
    unknown: (header: string, suggestion?: string) => `The column ${quoted(header)} is not known.${didYouMean(suggestion)}`,
    twice: (header: string, other: string) => `The column ${quoted(header)} appears twice (also in ${other}). Remove one.`,
    unnamed: 'This column has no header. Name it, or clear its cells.',
  },
  M04: {
    about: 'An identifier is blank or there twice',
    missing: 'The identifier is missing.',
    twice: (name: string, other: string) => `${quoted(name)} is already described in ${other}.`,
  },
  M05: {
    about: 'An identifier is not in the question file',
    unknown: (name: string, suggestion?: string) => `${quoted(name)} is not in the question file.${didYouMean(suggestion)}`,
  },
  M06: {
    about: 'A rule is not understood',
    when: (fault: string) => `The rule is not understood. ${fault}`,
    rule: (rule: string, example = 'in: yes | unsure') => `${quoted(rule)} is not a rule. Write ${example}.`,
  },
  M07: {
    about: 'A rule does not fit the type of a question',
    ...neverHolds,
    unanswered: (part: string) =>
      `${quoted(part)} holds only without an answer, and only an answer can be red. Put the rule on another question, or on a calculation of this answer.`,
    part: (value: string, choice: string, name: string) =>
      `selected() would also find ${quoted(choice)}, which holds the word ${quoted(value)}. Write \${${shortened(name)}} = '${shortened(value)}'.`,
    inAdvance: (name: string) =>
      `${quoted(name)} has a default, so people would give a red answer without choosing it. Clear the default, or the rule.`,
    names: (name: string) => `The rule names ${quoted(name)}, which is no question with an answer. Check its name.`,
    fit: (rule: string, needs: string, name: string, type: string) => `${rule} needs ${needs}; ${quoted(name)} is ${aQuestion(type)}.`,
  },
  M08: {
    about: 'A value of a rule is not in the choice list',
    value: (value: string, name: string, choices: readonly string[]) =>
      `${quoted(value)} is not a choice of ${quoted(name)}. Choices: ${listed(choices.slice(0, 20))}${choices.length > 20 ? ', …' : ''}.`,
  },
  M09: {
    about: 'Every choice is red, or none is',
    every: 'Every choice is red, so the rule says nothing.',
    none: 'No choice is red, so the rule says nothing.',
  },
  M10: {
    about: 'A rule without a reason, or words about a rule that is not there',
    missing: 'Give a reason for reviewers in "red_flag_reason".',
    noRule: (column: string) => `The column ${quoted(column)} belongs to a rule. Write one in "red_flag_when", or clear this cell.`,
  },
  M11: {
    about: 'A contact role is unknown, there twice or does not fit the type',
    unknown: (role: string, suggestion?: string) =>
      `The role ${quoted(role)} is not known. Use fullName, email or phone.${didYouMean(suggestion)}`,
    twice: (role: string, name: string, where: string) => `The role ${quoted(role)} is already given to ${quoted(name)} (${where}).`,
    fit: (role: string, needs: string, name: string, type: string) =>
      `The role ${quoted(role)} needs the type ${needs}; ${quoted(name)} is ${aQuestion(type)}.`,
  },
  M12: {
    about: 'The contact roles are incomplete',
    fullName: 'No question has the role "fullName".',
    contact: 'Give at least one question the role "email" or "phone".',
  },
  M13: {
    about: 'A validation is not understood or does not fit',
    unknown: (text: string) =>
      `${quoted(text)} is not understood. Write phone, email, zip, past_date, future_date, integer: MIN..MAX, decimal: MIN..MAX or max_length: N.`,
    fit: (rule: string, type: string) => `${quoted(rule)} cannot be used with ${aQuestion(type)}.`,
    range: (text: string) => `${quoted(text)} is an empty range. Write the smaller number first.`,
    impossible: (text: string) => `No answer can satisfy ${quoted(text)} and the constraint of the question. Change one of them.`,
    length: (limit: number) => `max_length needs a whole number from 1 to ${limit}.`,
  },
  M14: {
    about: 'A rule on a video or on a follow-up',
    video: 'A video or a note has no answer, so it cannot be flagged.',
    followUp: (parent: string) => `A follow-up cannot be flagged; put the rule on ${quoted(parent)}.`,
  },
  U01: {
    about: 'The question file holds the field metadata already',
    sheet: 'The question file already contains a "field_metadata" sheet. Remove that sheet or leave this file out.',
  },
  U02: {
    about: 'The field metadata file is one of the other two files',
    questionFile: 'This looks like the question file. Choose the field metadata file.',
    templateFile: 'This looks like the template file. Choose the field metadata file.',
  },
  U03: {
    about: 'The field metadata belongs to another questionnaire',
    foreign: (count: number, first: string) =>
      `None of the ${count} identifiers belongs to this questionnaire. The first is ${quoted(first)}.`,
  },
  T01: { about: 'The template file cannot be opened, is encrypted or is too large', unreadable },
  T02: {
    about: 'The template file is of another kind',
    macros: 'Workbooks with macros are not accepted. Save the file as .xlsx.',
    kind: (ending: string) => `Files of type ${quoted(ending)} are not accepted. Use .xlsx.`,
  },
  T03: {
    about: 'The template file holds no answer placeholder',
    none: 'No cell contains a placeholder such as {{fullName}}.',
    questionFile: 'This looks like the question file. Choose the template file.',
  },
  T04: {
    about: 'A placeholder names no question',
    unknown: (placeholder: string, suggestion?: string) =>
      `${quoted(`{{${placeholder}}}`)} is not a question of this questionnaire.${suggestion === undefined ? '' : ` Did you mean {{${shortened(suggestion)}}}?`}`,
  },
  T05: {
    about: 'A placeholder has an unknown $ name or property',
    unknown: (placeholder: string, known: readonly string[]) =>
      `${quoted(`{{${placeholder}}}`)} is not known. Known names: ${known.join(', ')}.`,
    property: (placeholder: string) => `${quoted(`{{${placeholder}}}`)} is not known. Known properties: .label, .label:CODE and .flag.`,
  },
  T06: {
    about: 'Braces that are not closed or not opened',
    open: 'A placeholder is not closed. Write {{name}}.',
    empty: 'A placeholder is empty. Write {{name}}.',
  },
  T07: {
    about: 'Answer placeholders stand in two rows of a sheet',
    second: (row: number) => `Answer placeholders may stand in one row only; row ${row} already has some.`,
  },
  T08: {
    about: 'A property does not fit its question',
    label: (name: string) => `${quoted(name)} has no choices, so .label cannot be used.`,
    flag: (name: string) => `${quoted(name)} cannot be flagged, so .flag cannot be used.`,
    video: (name: string) => `${quoted(name)} is a video or a note and has no answer.`,
  },
  T09: {
    about: 'A language is not in the questionnaire',
    unknown: (code: string) => `${quoted(code)} is not a language of this questionnaire.`,
  },
  T10: {
    about: 'A formula or a merged cell stands in the answer row',
    formula: 'Formulas are not supported in the answer row.',
    merged: 'Merged cells are not supported in the answer row.',
  },
  T11: {
    about: 'A placeholder stands on the wrong side of the answer row',
    inside: (name: string) => `{{${shortened(name)}}} belongs above or below the answer row.`,
    outside: (name: string) => `{{${shortened(name)}}} belongs in the answer row.`,
  },
  T12: { about: 'A placeholder stands outside the cells', elsewhere: 'Placeholders work in cells only.' },
  T13: {
    about: 'A formula could reach outside the workbook',
    outside:
      'This formula could fetch or send something outside the workbook. Replace it by its value, or use functions that only calculate.',
  },
  T14: {
    about: 'A cell stands too far down',
    far: (last: number) => `Content below row ${last} leaves no room for the respondents. Move it up, or delete these rows.`,
  },
  W01: {
    about: 'Rows that no respondent would notice are skipped',
    metadata: (type: string) => `Rows of type ${quoted(type)} are skipped. Portico keeps such facts by itself.`,
    group: 'This group has no label, so its questions stand without a section heading.',
    innerGroup: 'The heading of this inner group is skipped. The outermost group is the section.',
  },
  W02: {
    about: 'A language code is taken from the name of the language',
    taken: (name: string, code: string) => `The language ${quoted(name)} is read as ${code}. Write the code to be sure.`,
  },
  W03: {
    about: 'A language code is not registered, or is that of another language',
    unregistered: (code: string) => `${quoted(code)} is not a registered language code. Check it.`,
    other: (code: string, language: string, name: string, registered: string) =>
      `${quoted(code)} is the code of ${shortened(language)}; that of ${quoted(name)} is ${registered}. Check which is meant.`,
  },
  W04: {
    about: 'Two choices of a list differ only in upper and lower case',
    case: (name: string, other: string, where: string) =>
      `The choice ${quoted(name)} differs from ${quoted(other)} (${where}) only in case. Check it.`,
  },
  W05: { about: 'A choice list is never used', unused: (list: string) => `The choice list ${quoted(list)} is never used.` },
  W06: { about: 'The template never shows a question', hidden: (name: string) => `The template never shows ${quoted(name)}.` },
  W07: {
    about: 'A question has no field metadata',
    missing: (name: string) => `${quoted(name)} has no field metadata, so it cannot be flagged.`,
  },
  W08: {
    about: 'A translation is empty',
    empty: (what: string, language: string, fallback: string) =>
      `The ${what} for ${shortened(language)} is empty. The text for ${shortened(fallback)} is shown.`,
  },
  W09: {
    about: 'Follow-up columns on a question whose type has no follow-up',
    ignored: (header: string, type: string) => `The column ${quoted(header)} is ignored, because ${aQuestion(type)} has no follow-up.`,
    parent: (header: string, name: string) =>
      `The column ${quoted(header)} is ignored, because ${quoted(name)} does not ask this question.`,
  },
  W10: {
    about: 'A column is ignored whose header looks like a misspelt one',
    ignored: (header: string, known: string) => `The column ${quoted(header)} is ignored. Did you mean ${quoted(known)}?`,
  },
  W11: {
    about: 'Cells are ignored, because their column is not read',
    ignored: (header: string) => `The column ${quoted(header)} is not read, so what stands here is ignored.`,
    unnamed: 'This column has no header, so what stands here is ignored.',
  },
  W12: {
    about: 'A text holds HTML',
    html: (tag: string) => `${quoted(tag)} is shown to people as it is written. Remove it; *…* and **…** emphasize.`,
  },
  W13: { about: 'A type is read as the nearest one', day: 'People are asked for the day alone, without the time.' },
  W14: {
    about: 'Nobody can keep their answers from agencies, or the age of nobody is known',
    birth: (name: string) =>
      `${quoted(name)} is not taken for the date of birth, so the age is not checked: the name has to be "dateOfBirth".`,
    consent: (name: string) =>
      `${quoted(name)} keeps nobody's answers from agencies: the name has to be "consentToShare", and one of its choices "no".`,
  },
  W15: {
    about: 'Two choices of a question look the same in a language',
    same: (one: string, other: string, name: string, language: string) =>
      `The choices ${quoted(one)} and ${quoted(other)} of ${quoted(name)} look the same in ${shortened(language)}. Give them different labels.`,
  },
  W16: {
    about: 'A label holds a character that hides or reorders text',
    hidden: (character: string, value: string, name: string, language: string) =>
      `The label of ${quoted(value)} of ${quoted(name)} in ${shortened(language)} contains the invisible character ${character}. Remove it, or check how it looks.`,
  },
  W17: {
    about: 'A comparison holds only if nothing else is chosen',
    number: (name: string) =>
      `Several choices of ${quoted(name)} are possible, and they count as a number only if nothing else is chosen. Use selected() or count-selected().`,
    single: (name: string, value: string) =>
      `Several choices of ${quoted(name)} are possible, and this comparison finds ${quoted(value)} only if nothing else is chosen. Unless that is meant, write selected(\${${shortened(name)}}, '${shortened(value)}').`,
  },
  W19: {
    about: 'A calculation takes an answer for true, whichever it is',
    taken: (expression: string) =>
      `${quoted(expression)} counts as true whatever is answered. Unless you ask whether there is an answer, compare it, as in ${shortened(expression)} = 'yes'.`,
  },
  W20: {
    about: 'A text is taken for a number',
    text: (name: string) =>
      `${quoted(name)} takes any text, and one such as "12 days" counts as no number here. Ask for a number instead, as with the type integer.`,
    zip: (name: string) => `${quoted(name)} may be "95112-1234", no number here. Allow five digits alone: regex(., '[0-9]{5}').`,
  },
  W22: {
    about: 'A part of a condition never holds',
    never: (part: string) =>
      `${quoted(part)} never holds, so this part decides nothing. Leave it out, or write or where one of them is enough.`,
    notAsked: (part: string) =>
      `${quoted(part)} never holds where its questions are asked, so this part decides nothing. Check their conditions, and those of the groups around.`,
    unanswered: (part: string) =>
      `${quoted(part)} holds only without an answer, and only an answer can be red, so this part decides nothing. Put it on another question, or on a calculation of this answer.`,
  },
  W21: {
    about: 'A sheet of the field metadata file is not read',
    unread: (name: string, read: string) => `The sheet ${quoted(name)} is not read, only ${quoted(read)} is. Move rules that stand there.`,
  },
  W18: {
    about: 'A reason explains no rule',
    noRule: (name: string) =>
      `${quoted(name)} has a reason but no rule, so it cannot be flagged. Write one in "red_flag_when", or clear the reason.`,
  },
} as const

export type ImportProblemCode = keyof typeof importProblems
