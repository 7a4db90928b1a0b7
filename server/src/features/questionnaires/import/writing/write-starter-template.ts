import type { ContactRole, QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { takesAnswer } from '@portico/shared/words/question-types'
import { workbookBytes } from '../../../../spreadsheets/plain-workbook.ts'

/**
 * Writes a starter template (.xlsx, shared/spec/questionnaire-files.md#template-file): one sheet with a row of facts per respondent, and
 * one with every answer and the flags of red-flag questions.
 */
export async function writeStarterTemplate(definition: QuestionnaireDefinition): Promise<Uint8Array> {
  const [facts, answers] = [factColumns(definition), answerColumns(definition)]
  return workbookBytes([
    {
      name: 'Respondents',
      headerRows: 3,
      rows: [
        ['Workshop', '{{$workshopName}}', '', 'Exported', '{{$exportedAt}}'],
        [],
        facts.map(([header]) => header),
        facts.map(([, cell]) => cell),
      ],
    },
    { name: 'Answers', rows: [answers.map(([header]) => header), answers.map(([, cell]) => cell)] },
  ])
}

type Column = readonly [header: string, cell: string]

function factColumns({ questions }: QuestionnaireDefinition): Column[] {
  const withRole = (role: ContactRole, header: string): Column[] =>
    questions.filter((question) => question.contactRole === role).map(({ identifier }) => [header, `{{${identifier}}}`])
  const language = questions.find((question) => question.type === 'contactLanguage')
  const zip = questions.find((question) => question.type === 'zip')
  return [
    ['#', '{{$rowNumber}}'],
    ['Anonymous ID', '{{$anonymousId}}'],
    ...withRole('fullName', 'Name'),
    ...withRole('email', 'Email'),
    ...withRole('phone', 'Phone'),
    ['Language', language ? `{{${language.identifier}.label}}` : '{{$language}}'],
    ...(zip ? [['ZIP', `{{${zip.identifier}}}`] as const] : []),
    ['Response date', '{{$date}}'],
    ['Initial flag', '{{$initialFlag}}'],
    ['Current flag', '{{$currentFlag}}'],
    ['Red answers left', '{{$currentRedFlagAnswerCount}}'],
    ['Checked in', '{{$checkInTime}}'],
  ]
}

/** One column per answer; the flag of a question follows its follow-up. */
function answerColumns({ questions }: QuestionnaireDefinition): Column[] {
  const answered = questions.filter((question) => takesAnswer(question.type))
  return [
    ['Anonymous ID', '{{$anonymousId}}'],
    ...answered
      .filter((question) => question.followUpOf === undefined)
      .flatMap((question) => [
        answerColumn(question),
        ...answered.filter((other) => other.followUpOf === question.identifier).map(answerColumn),
        ...(question.redWhen ? [[`${question.identifier} (flag)`, `{{${question.identifier}.flag}}`] as const] : []),
      ]),
  ]
}

function answerColumn({ identifier, options }: QuestionDefinition): Column {
  return [identifier, options ? `{{${identifier}.label}}` : `{{${identifier}}}`]
}
