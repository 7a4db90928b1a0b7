import { surveyTypesText } from '../question-types.ts'
import { aQuestion, didYouMean, listed, quoted, shortened } from './quoted.ts'

/** Messages about an unreadable file or cell, the same for every file. */
export const unreadable = (reason: string) =>
  `The file could not be read as a spreadsheet (${reason}). Save it again as .xlsx and upload that.`
export const errorShown = (shown: string) => `The cell shows ${shortened(shown)}. Put the text itself here.`
export const dateShown = 'The cell holds a date. Format it as text, then type its content again: the cell keeps a number otherwise.'
export const formatted =
  'The cell shows its number in another form, such as a percentage or an amount. Format it as text, then type its content again.'
export const uncalculated = 'The cell holds a formula whose result is 0 or is not in the file. Put the text itself here.'
export const merged = (into: string) => `The cell is merged into ${into}. Unmerge them, and put the text into each cell.`
export const tooLong = (length: number, limit: number) => `The cell holds ${length} characters; the limit is ${limit}. Shorten it.`

/** Why a comparison would never hold, by kind of the answer that is compared with a fixed value, if it is one. */
export const neverHolds = {
  date: (name: string) => `${quoted(name)} is a date. Compare it with a date such as '2020-12-31', or with today().`,
  number: (name: string) => `${quoted(name)} is a number. Compare it with a number such as 1000, without separators.`,
  time: (name: string) => `${quoted(name)} is a time. It can only be compared by = or !=, with a time such as '18:30'.`,
  acknowledgement: (name: string) => `${quoted(name)} is agreed to. Compare it with 'OK'.`,
  never: (comparison: string) => `${quoted(comparison)} is the same for all answers. Compare with a value that is possible.`,
  empty: (comparison: string) => `${quoted(comparison)} is the same for all answers. To ask whether there is an answer, write != ''.`,
  notAsked: (part: string) =>
    `${quoted(part)} never holds where its questions are asked. Check their conditions, and those of the groups around.`,
} as const

/** The problems of a question file (shared/spec/questionnaire-files.md#question-file-errors); see `importProblems`. */
export const questionFileProblems = {
  Q01: { about: 'The question file cannot be opened, is encrypted or is too large', unreadable },
  Q02: {
    about: 'The question file is of another kind',
    kind: (ending: string) =>
      ending === '.xls'
        ? 'Files of type ".xls" are not accepted. Open it in Excel or LibreOffice, choose "Save as", and there the type .xlsx.'
        : `Files of type ${quoted(ending)} are not accepted. Use .xlsx or .csv.`,
  },
  Q03: {
    about: 'The CSV is not UTF-8, or its quoting is broken',
    encoding: 'The text is not valid UTF-8 from here on. Export it as "CSV UTF-8".',
    quoting: 'A quotation mark is not closed.',
    strayQuote: 'A quotation mark stands inside a cell that does not begin with one. Double it and put the cell in quotation marks.',
    separator: (name: string) => `The cells are separated by ${name}. Save the file as .xlsx, or export it with commas.`,
  },
  Q04: {
    about: 'A sheet that is needed is not there, or there twice',
    survey: (found: readonly string[]) =>
      `There is no sheet named "survey". Sheets found: ${found.map(quoted).join(', ') || 'none'}. Give the sheet with the questions this name.`,
    rename: (found: string, wanted: string) =>
      `There is no sheet named ${quoted(wanted)}. Rename the sheet ${quoted(found)} to ${quoted(wanted)}.`,
    singleCsv:
      'This CSV holds one sheet without its name. Save the whole workbook as .xlsx, or put a line with "survey" above and every row one column to the right.',
    metadataFile: 'This looks like the field metadata file. Choose the question file.',
    twice: (name: string) => `There are two sheets named ${quoted(name)}. Remove one of them; it may be hidden.`,
    copy: (name: string, copy: string) =>
      `The sheet ${quoted(copy)} looks like a copy of ${quoted(name)}. Keep only the one that counts; the other may be hidden.`,
    beside: (name: string) => `The cells beside the name ${quoted(name)} would not be read. Put them into the line below it.`,
    block: (found: string) =>
      `${quoted(found)} stands where the name of a sheet would (survey, choices or settings), so the rows below would not be read. Move it, or clear the cell.`,
    choices: (found: readonly string[]) => `There is no sheet named "choices". Sheets found: ${found.map(quoted).join(', ')}. Add it.`,
  },
  Q05: {
    about: 'A header that is needed is absent, or two headers mean the same',
    missing: (header: string) => `The column ${quoted(header)} is missing. Add it to the first row.`,
    below: (row: number) => `The headers stand in row ${row}. Delete the rows above them.`,
    twice: (header: string, other: string) => `The column ${quoted(header)} appears twice (also in ${other}). Remove one.`,
    missingOnSheet: (header: string) => `The column ${quoted(header)} is missing on this sheet.`,
  },
  Q06: {
    about: 'There is no question, or there are too many',
    none: 'There are no questions below the header.',
    many: (count: number, limit: number) => `There are ${count} questions; the limit is ${limit}.`,
  },
  Q07: {
    about: 'A language is not clear, or there twice',
    unclear: (base: string, name: string, code: string | undefined) =>
      `The language ${quoted(name)} has no code. ${code === undefined ? 'Add its code in brackets, as in "label::Spanish (es)"' : `Write it like "${base}::${shortened(name)} (${code})"`}.`,
    sheet: (name: string, code = 'es') =>
      `The sheet name ${quoted(name)} is not a language. Name the sheet by its code, like ${quoted(code)}, or remove it.`,
    header: (text: string, spelling: string) => `The language of ${quoted(text)} is not read. Write "${spelling}", or remove the column.`,
    twice: (language: string, other: string) => `The language ${shortened(language)} appears twice (also in ${other}). Remove one.`,
    many: (count: number, limit: number) => `There are ${count} languages; the limit is ${limit}.`,
  },
  Q08: {
    about: 'The question type is not supported',
    type: (type: string, suggestion?: string) =>
      `The type ${quoted(type)} is not supported. Use ${surveyTypesText()}.${didYouMean(suggestion)}`,
    sheetCalculate: 'Calculations need a workbook with a sheet "survey". Delete this row.',
    phone: 'This type reads the number of a device. To ask for a number, write the type text with the appearance phone.',
    email: 'This type reads the account of a device. To ask for an address, write the type text with the appearance email.',
    labelled: (type: string) => `Rows of type ${quoted(type)} ask nothing. Clear the label; Portico keeps such facts by itself.`,
    repeat:
      'Repeated questions are not supported. Delete this row and its end_repeat, and ask for several things in one text question with the appearance multiline.',
    fromFile:
      'Choices from another file are not supported. List them on the sheet "choices" and write select_one with the name of the list.',
    device: (type: string) =>
      `Questions of type ${quoted(type)} are not supported: people answer in words. Delete this row, or ask with the type text.`,
    sheetType: (type: string, known: readonly string[]) => `The type ${quoted(type)} is not supported. Use one of: ${listed(known)}.`,
    empty: `The type is missing. Use ${surveyTypesText()}.`,
  },
  Q09: {
    about: 'The name of a question is missing or malformed',
    malformed: (name: string) => `The name ${quoted(name)} is not allowed. Leave out spaces, periods, braces and quotation marks.`,
    reserved: (name: string) => `The name ${quoted(name)} is not allowed. Choose another one.`,
    dollar: (name: string) => `The name ${quoted(name)} is not allowed. Leave out the $ in front.`,
    long: (name: string) => `The name ${quoted(name)} is longer than 80 characters. Shorten it.`,
    missing: 'The name is missing. Write one word that no other question has, such as "arrested".',
  },
  Q10: {
    about: 'The name of a question is there twice',
    twice: (name: string, other: string) => `The name ${quoted(name)} is already used in ${other}. Choose another one here.`,
  },
  Q11: {
    about: 'A text is empty in the default language',
    text: (what: string, language: string) => `The ${what} for ${shortened(language)} is empty. Write it.`,
    choice: (value: string, language: string) => `The label of the choice ${quoted(value)} for ${shortened(language)} is empty. Write it.`,
  },
  Q12: {
    about: 'The choice list is unknown, has fewer than two choices or too many',
    unknown: (list: string, suggestion?: string) =>
      `The choice list ${quoted(list)} is not on the sheet "choices".${didYouMean(suggestion)}`,
    few: (list: string) => `The choice list ${quoted(list)} needs at least two choices. Add rows to the sheet "choices".`,
    many: (list: string, count: number, limit: number) => `The choice list ${quoted(list)} has ${count} choices; the limit is ${limit}.`,
    unnamed: 'The type names no choice list. Write it like "select_one yes_no".',
    fewHere: 'The question needs at least two choices.',
    manyHere: (count: number, limit: number) => `There are ${count} choices; the limit is ${limit}.`,
  },
  Q13: {
    about: 'The required column is not understood',
    unclear: (value: string) => `${quoted(value)} is not understood here. Write yes or no.`,
  },
  Q14: {
    about: 'A condition is not understood, names no question above, or never holds',
    ...neverHolds,
    unclear: (from: string) =>
      `The condition is not understood from ${quoted(from)} on. Use comparisons such as \${age} >= 18 or selected(\${list}, 'a') with and, or, not() and brackets.`,
    unfinished: 'The condition ends too early. Complete it, or clear this cell.',
    long: 'The condition is too long. Split the question, or ask it in fewer cases.',
    above: (name: string, suggestion?: string) =>
      `The condition names ${quoted(name)}, which is no question above this row.${didYouMean(suggestion)}`,
    noAnswer: (name: string) => `The condition names ${quoted(name)}, which takes no answer. Name a question.`,
    choice: (value: string, name: string) =>
      `${quoted(value)} is no choice of the question ${quoted(name)}. Write one of its values, as on the sheet "choices".`,
    none: (name: string) => `The question ${quoted(name)} names no follow-up. Fill FollowUpQuestionSlug, or use the type radio.`,
    unknown: (name: string, suggestion?: string) =>
      `The follow-up ${quoted(name)} is not a question of this sheet.${didYouMean(suggestion)}`,
    shared: (name: string, other: string) => `The question ${quoted(name)} follows ${quoted(other)} already. Remove one.`,
    nested: (name: string) => `The question ${quoted(name)} cannot follow: it has a follow-up of its own, or is the question itself.`,
  },
  Q15: {
    about: 'A column that is not supported is filled',
    filled: (header: string) => `The column ${quoted(header)} is not supported. Clear this cell.`,
  },
  Q16: {
    about: 'The constraint has another form than a range or a pattern',
    form: "This constraint is not supported. Use a range such as . >= 0 and . <= 120, or regex(., '…').",
    own: 'A constraint looks at this answer alone. Write . for it, and leave other answers out.',
    fit: (type: string) =>
      `This constraint does not fit ${aQuestion(type)}. Numbers limit integer and decimal, days date, string-length and regex text.`,
    unclear: (from: string) =>
      `The constraint is not understood from ${quoted(from)} on. Use a range such as . >= 0 and . <= 120, or regex(., '…').`,
    unfinished: 'The constraint ends too early. Complete it, or clear this cell.',
    pattern: 'This pattern is not understood. Use a regular expression without back-references and look-around.',
    large: 'This pattern is too large. Let fewer groups repeat a fixed number of times.',
    total: 'The patterns of all questions together are too large. Let fewer groups repeat a fixed number of times.',
    impossible: 'No answer can satisfy this constraint. Change one of its bounds.',
  },
  Q17: {
    about: 'Two appearances with a meaning, or one that does not fit the type',
    two: (one: string, other: string) => `The appearances ${quoted(one)} and ${quoted(other)} cannot be combined. Keep one of them.`,
    fit: (appearance: string, type: string) =>
      `The appearance ${quoted(appearance)} needs the type ${type}. Change the type, or remove the appearance.`,
    partOfDate: (appearance: string) =>
      `The appearance ${quoted(appearance)} is not supported: people are asked for a day. Remove it, or ask for the year with the type integer.`,
    calendar: (appearance: string) =>
      `The calendar ${quoted(appearance)} is not supported. Remove this appearance; people enter the day of the usual calendar.`,
  },
  Q18: {
    about: 'A video question without a YouTube address in some language',
    address: (language: string) => `A video address is needed for ${shortened(language)}.`,
  },
  Q19: {
    about: 'The default language is unknown',
    unknown: (name: string, known: readonly string[]) =>
      `The default language ${quoted(name)} is not one of: ${known.map(shortened).join(', ')}.`,
  },
  Q20: {
    about: 'A cell holds an error value, a date, a formula without its result, or too much, or is merged into one above',
    error: errorShown,
    date: dateShown,
    formatted,
    uncalculated,
    merged,
    long: tooLong,
  },
  Q21: {
    about: 'A question number is missing, not whole or there twice',
    twice: (number: string, other: string) => `The number ${shortened(number)} is already used in ${other}.`,
    whole: (number: string) => `${quoted(number)} is not a number for a question. Write a whole number, 1 or more.`,
    missing: 'The number is missing. Number every question, or none.',
  },
  Q22: {
    about: 'One sheet per language: labels and values differ in number',
    differ: (labels: number, values: number) =>
      `There are ${labels} labels and ${values} values. Each value needs one label.${labels > values ? ' Write a comma inside a label as \\,.' : ''}`,
  },
  Q24: {
    about: 'A text shows an answer that it cannot show',
    reference: (what: string) => `The answer ${quoted(what)} cannot be shown in this text. Write the text without it.`,
    above: (name: string, suggestion?: string) =>
      `The text shows the answer to ${quoted(name)}, which is no question above this row.${didYouMean(suggestion)}`,
    noAnswer: (name: string) => `The text shows the answer to ${quoted(name)}, which takes no answer. Name a question.`,
  },
  Q25: {
    about: 'A group is not closed, or was never opened',
    open: 'This group is not closed. Add a row of type end_group below its last question.',
    stray: 'No group is open here. Remove this row, or add a row of type begin_group above the first question of the group.',
  },
  Q26: {
    about: 'A calculation is not understood, names no question above, or compares an answer with what it never is',
    ...neverHolds,
    choice: (value: string, name: string) => `${quoted(value)} is no choice of the question ${quoted(name)}. Write one of its values.`,
    missing: 'The calculation is missing. Write it, such as ${returned} - ${left}, or delete the row.',
    unclear: (from: string) =>
      `The calculation is not understood from ${quoted(from)} on. Use numbers, answers such as \${trips}, + - * div mod, comparisons, today(), date(), age(), int(), round(), min(), max(), if(), coalesce() and brackets.`,
    unfinished: 'The calculation ends too early. Complete it, or clear this cell.',
    long: 'The calculation is too long. Split it into several rows of type calculate.',
    above: (name: string, suggestion?: string) =>
      `The calculation names ${quoted(name)}, which is no question above this row.${didYouMean(suggestion)}`,
    noAnswer: (name: string) => `The calculation names ${quoted(name)}, which takes no answer. Name a question.`,
    only: (type: string) => `The column "calculation" is for rows of type calculate. Clear this cell, or change the type ${quoted(type)}.`,
  },
  Q28: {
    about: 'A choice_filter of another form, or one that leaves choices out for good',
    form: 'Write a choice_filter like state = ${state}, with a column of the sheet "choices" and a question above.',
    list: 'Only questions with choices have a choice_filter. Clear this cell.',
    above: (name: string, suggestion?: string) =>
      `The choice_filter names ${quoted(name)}, which is no question above this row.${didYouMean(suggestion)}`,
    column: (name: string) => `The sheet "choices" has no column ${quoted(name)}. Add it, or clear this cell.`,
    blank: (choice: string, column: string) =>
      `The choice ${quoted(choice)} has nothing in the column ${quoted(column)}, so it would never be offered. Fill that cell.`,
    choice: (value: string, name: string) =>
      `${quoted(value)} is no choice of the question ${quoted(name)}, so what it stands for would never be offered.`,
  },
  Q27: {
    about: 'A default that is no answer to its question',
    fit: (text: string) => `${quoted(text)} cannot be the answer here. Write a possible answer, or clear this cell.`,
  },
  Q23: {
    about: 'One sheet per language: the sheets do not list the same questions',
    missing: (name: string, sheet: string) => `The question ${quoted(name)} of the sheet ${quoted(sheet)} is missing here.`,
    extra: (name: string, sheet: string) => `The question ${quoted(name)} is not on the sheet ${quoted(sheet)}.`,
    differs: (column: string, value: string, sheet: string) =>
      `The column ${quoted(column)} says ${quoted(value)} on the sheet ${quoted(sheet)}. Write the same here.`,
  },
  Q29: {
    about: 'The files of a translated questionnaire would yield something else',
    lost: (meant: string, read: string) =>
      `The text ${quoted(meant)} would be published as ${quoted(read)}. Nothing was published; write it differently, or upload the files.`,
  },
  C01: {
    about: 'A choice without a list name',
    missing: 'The list name is missing. Write the list that this choice belongs to, or clear the row.',
  },
  C02: {
    about: 'The name of a choice is missing or malformed',
    missing: 'The choice has no name. Give it one made of letters, digits, "_", "." or "-".',
    malformed: (name: string) =>
      `The name ${quoted(name)} is not allowed for a choice. Use up to 64 letters, digits, "_", "." or "-"; spaces may stand in the label.`,
    longValue: (value: string) => `The value ${quoted(value)} is too long. Use up to 64 characters.`,
    reservedValue: (value: string) => `The value ${quoted(value)} holds "|", which separates values in red-flag rules. Leave it out.`,
    missingValue: 'A value is empty. Write it between its commas, or remove a comma.',
  },
  C03: {
    about: 'The name of a choice is there twice in its list',
    twice: (name: string, other: string) => `The choice ${quoted(name)} is already in this list (${other}).`,
    twiceHere: (name: string) => `The choice ${quoted(name)} is already in this list.`,
  },
  C04: {
    about: 'A contact language is not a language code',
    code: (value: string, code = 'a code such as es') => `${quoted(value)} is not a language code. Write ${code}.`,
  },
  C05: {
    about: 'The sheets "choices" and "survey" differ in languages',
    missing: (language: string) => `The sheet "choices" has no column for ${shortened(language)}.`,
    extra: (language: string) => `The sheet "survey" has no label column for ${shortened(language)}. Add one, or remove this column.`,
  },
} as const
