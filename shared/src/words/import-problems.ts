/** A value of a file as messages show it: quoted, at most 40 characters, without control characters (questionnaire-files 2.1). */
export function quoted(value: string): string {
  return `"${shortened(value)}"`
}

/** A value or file name cut to 40 characters, without control characters. */
export function shortened(value: string): string {
  const characters = [...value.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '')]
  return characters.length > 40 ? `${characters.slice(0, 39).join('')}…` : characters.join('')
}

function listed(values: readonly string[]): string {
  return values.map(shortened).join(', ')
}

function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : ` Did you mean ${quoted(suggestion)}?`
}

const unreadable = (reason: string) => `The file could not be read as a spreadsheet (${reason}). Save it again as .xlsx and upload that.`
const errorShown = (shown: string) => `The cell shows ${shortened(shown)}. Put the text itself here.`
const dateShown = 'The cell holds a date. Format it as text.'
const tooLong = (length: number, limit: number) => `The cell holds ${length} characters; the limit is ${limit}. Shorten it.`

/**
 * Every problem and warning of an upload: what it is about, and its messages (questionnaire-files 2.2 to 2.4).
 * A message says what is wrong, then what to do; values of the file go in as they are and come out quoted and cut.
 */
export const importProblems = {
  Q01: { about: 'The question file cannot be opened, is encrypted or is too large', unreadable },
  Q02: {
    about: 'The question file is of another kind',
    kind: (ending: string) => `Files of type ${quoted(ending)} are not accepted. Use .xlsx or .csv.`,
  },
  Q03: {
    about: 'The CSV is not UTF-8, or its quoting is broken',
    encoding: 'The text is not valid UTF-8 from here on. Export it as "CSV UTF-8".',
    quoting: 'A quotation mark is not closed.',
    strayQuote: 'A quotation mark stands inside a cell that does not begin with one. Double it and put the cell in quotation marks.',
  },
  Q04: {
    about: 'A sheet that is needed is not there',
    survey: (found: readonly string[]) =>
      `There is no sheet named "survey". Sheets found: ${found.map(quoted).join(', ') || 'none'}. Rename the sheet.`,
    choices: (found: readonly string[]) => `There is no sheet named "choices". Sheets found: ${found.map(quoted).join(', ')}. Add it.`,
  },
  Q05: {
    about: 'A header that is needed is absent, or two headers mean the same',
    missing: (header: string) => `The column ${quoted(header)} is missing.`,
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
    unclear: (name: string) => `The language ${quoted(name)} has no code. Write it like "label::${shortened(name)} (om)".`,
    sheet: (name: string) => `The sheet name ${quoted(name)} is not a language. Name the sheet by its code, like "om", or remove it.`,
    twice: (language: string, other: string) => `The language ${shortened(language)} appears twice (also in ${other}). Remove one.`,
    many: (count: number, limit: number) => `There are ${count} languages; the limit is ${limit}.`,
  },
  Q08: {
    about: 'The question type is not supported',
    type: (type: string) =>
      `The type ${quoted(type)} is not supported. Use select_one, text, integer, decimal, date, or note with appearance youtube.`,
    sheetType: (type: string, known: readonly string[]) => `The type ${quoted(type)} is not supported. Use one of: ${listed(known)}.`,
    empty: 'The type is missing. Use select_one, text, integer, decimal, date, or note with appearance youtube.',
  },
  Q09: {
    about: 'The name of a question is missing or malformed',
    malformed: (name: string) => `The name ${quoted(name)} is not allowed. Leave out spaces, periods, braces and quotation marks.`,
    reserved: (name: string) => `The name ${quoted(name)} is not allowed. Choose another one.`,
    dollar: (name: string) => `The name ${quoted(name)} is not allowed. Leave out the $ in front.`,
    long: (name: string) => `The name ${quoted(name)} is longer than 80 characters. Shorten it.`,
    missing: 'The name is missing.',
  },
  Q10: {
    about: 'The name of a question is there twice',
    twice: (name: string, other: string) => `The name ${quoted(name)} is already used in ${other}.`,
  },
  Q11: {
    about: 'A text is empty in the default language',
    text: (what: string, language: string) => `The ${what} for ${shortened(language)} is empty.`,
    choice: (value: string, language: string) => `The label of the choice ${quoted(value)} for ${shortened(language)} is empty.`,
  },
  Q12: {
    about: 'The choice list is unknown, has fewer than two choices or too many',
    unknown: (list: string, suggestion?: string) =>
      `The choice list ${quoted(list)} is not on the sheet "choices".${didYouMean(suggestion)}`,
    few: (list: string) => `The choice list ${quoted(list)} needs at least two choices.`,
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
    about: 'A condition stands anywhere but on a follow-up, or has another form',
    condition: "Conditions are supported only on a text question directly below the question they refer to, like ${arrested} = 'yes'.",
    choice: (value: string, list: string) => `The choice ${quoted(value)} is not in the list ${quoted(list)}.`,
    second: (parent: string) => `The question ${quoted(parent)} has a follow-up already. Remove one.`,
    none: (name: string) => `The question ${quoted(name)} names no follow-up. Fill FollowUpQuestionSlug, or use the type radio.`,
    unknown: (name: string, suggestion?: string) =>
      `The follow-up ${quoted(name)} is not a question of this sheet.${didYouMean(suggestion)}`,
    nested: (name: string) => `The question ${quoted(name)} cannot follow: it has a follow-up of its own, or is the question itself.`,
  },
  Q15: {
    about: 'A column that is not supported is filled',
    filled: (header: string) => `The column ${quoted(header)} is not supported. Clear this cell.`,
  },
  Q16: {
    about: 'The constraint has another form than a range or a pattern',
    form: "This constraint is not supported. Use a range such as . >= 0 and . <= 120, or regex(., '…').",
    slow: 'This pattern can take very long on some answers. Use a simpler one, without groups that repeat, back-references or look-around.',
    impossible: 'No answer can satisfy this constraint. Change one of its bounds.',
  },
  Q17: {
    about: 'Two appearances with a meaning, or one that does not fit the type',
    two: (one: string, other: string) => `The appearances ${quoted(one)} and ${quoted(other)} cannot be combined.`,
    fit: (appearance: string, type: string) => `The appearance ${quoted(appearance)} needs the type ${type}.`,
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
  Q20: { about: 'A cell holds an error value, a date or too much', error: errorShown, date: dateShown, long: tooLong },
  Q21: {
    about: 'A question number is missing, not whole or there twice',
    twice: (number: string, other: string) => `The number ${shortened(number)} is already used in ${other}.`,
    whole: (number: string) => `${quoted(number)} is not a number for a question. Write a whole number, 1 or more.`,
    missing: 'The number is missing. Number every question, or none.',
  },
  Q22: {
    about: 'One sheet per language: labels and values differ in number',
    differ: (labels: number, values: number) => `There are ${labels} labels and ${values} values. Each value needs one label.`,
  },
  Q23: {
    about: 'One sheet per language: the sheets do not list the same questions',
    missing: (name: string, sheet: string) => `The question ${quoted(name)} of the sheet ${quoted(sheet)} is missing here.`,
    extra: (name: string, sheet: string) => `The question ${quoted(name)} is not on the sheet ${quoted(sheet)}.`,
    differs: (column: string, value: string, sheet: string) =>
      `The column ${quoted(column)} says ${quoted(value)} on the sheet ${quoted(sheet)}. Write the same here.`,
  },
  C01: { about: 'A choice without a list name', missing: 'The list name is missing.' },
  C02: {
    about: 'The name of a choice is missing or malformed',
    malformed: 'The choice needs a name made of letters, digits, "_", "." or "-".',
    malformedValue: (value: string) => `The value ${quoted(value)} is not allowed. Use up to 64 letters, digits, "_", "." or "-".`,
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
  M01: {
    about: 'The field metadata file cannot be read',
    unreadable,
    json: (line: number, column: number) => `The JSON is not valid at line ${line}, column ${column}.`,
    array: 'The JSON has to be an array of records.',
    record: 'This item is not a record. Write {"identifier": "…"}.',
    text: 'This value has to be text.',
    empty: 'There is no record below the header.',
    encoding: 'The text is not valid UTF-8 from here on. Export it as "CSV UTF-8".',
    quoting: 'A quotation mark is not closed.',
    strayQuote: 'A quotation mark stands inside a cell that does not begin with one. Double it and put the cell in quotation marks.',
    error: errorShown,
    date: dateShown,
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
    rule: (rule: string, example = 'in: yes | unsure') => `${quoted(rule)} is not a rule. Write ${example}.`,
  },
  M07: {
    about: 'A rule does not fit the type of the question',
    fit: (rule: string, needs: string, name: string, type: string) => `${rule} needs ${needs}; ${quoted(name)} is a ${type} question.`,
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
  M10: { about: 'A rule without a reason', missing: 'Give a reason for reviewers in "red_flag_reason".' },
  M11: {
    about: 'A contact role is unknown, there twice or does not fit the type',
    unknown: (role: string, suggestion?: string) =>
      `The role ${quoted(role)} is not known. Use fullName, email or phone.${didYouMean(suggestion)}`,
    twice: (role: string, name: string, where: string) => `The role ${quoted(role)} is already given to ${quoted(name)} (${where}).`,
    fit: (role: string, needs: string, name: string, type: string) =>
      `The role ${quoted(role)} needs the type ${needs}; ${quoted(name)} is a ${type} question.`,
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
    fit: (rule: string, type: string) => `${quoted(rule)} cannot be used with a ${type} question.`,
    range: (text: string) => `${quoted(text)} lets no answer through. Write the smaller number first.`,
    length: (limit: number) => `max_length needs a whole number from 1 to ${limit}.`,
  },
  M14: {
    about: 'A rule on a video or on a follow-up',
    video: 'A video has no answer, so it cannot be flagged.',
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
  T03: { about: 'The template file holds no answer placeholder', none: 'No cell contains a placeholder such as {{fullName}}.' },
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
    video: (name: string) => `${quoted(name)} is a video and has no answer.`,
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
    about: 'A language code is not registered',
    unregistered: (code: string) => `${quoted(code)} is not a registered language code. Check it.`,
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
    ignored: (header: string, type: string) => `The column ${quoted(header)} is ignored, because a ${type} question has no follow-up.`,
    parent: (header: string, name: string) =>
      `The column ${quoted(header)} is ignored, because ${quoted(name)} does not ask this question.`,
  },
  W10: {
    about: 'A column is ignored whose header looks like a misspelt one',
    ignored: (header: string, known: string) => `The column ${quoted(header)} is ignored. Did you mean ${quoted(known)}?`,
  },
} as const

export type ImportProblemCode = keyof typeof importProblems
