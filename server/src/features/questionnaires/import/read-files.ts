import type { Upload, UploadedFile, UploadField } from '@portico/shared/contract/uploads'
import type { QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { type FailureId, failures } from '@portico/shared/words/failures'
import { birthDateQuestion } from '@portico/shared/rules/answers'
import { consentQuestion, isRefusal } from '@portico/shared/rules/consent'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { takesAnswer } from '@portico/shared/words/question-types'
import { applyMetadata } from './metadata/field-metadata.ts'
import { type OpenedMetadata, openMetadataFile, readRecords } from './metadata/metadata-file.ts'
import type { MetadataRecord } from './metadata/metadata-records.ts'
import { type ImportOutcome, refusalOf } from './upload-outcome.ts'
import { type Findings, formatProblems, formatWarnings, sortInFileOrder, createFindings, type Problem } from './problems.ts'
import { type OpenedQuestionFile, openQuestionFile, readQuestions } from './question-file.ts'
import { confusingLabels, type QuestionFileContent } from './question-rules.ts'
import { checkTemplate } from './template-file.ts'

type Announce = (field: UploadField) => void
type Refused = Extract<ImportOutcome, { ok: false }>

/** The files after the check for missing ones; the field metadata may be a sheet of the question file instead. */
interface Files {
  readonly questionFile: UploadedFile
  readonly templateFile: UploadedFile
  readonly fieldMetadataFile: UploadedFile | undefined
}

const { Q01, U01, U02, U03, W06, W14 } = importProblems
const maxTextLength = 8_000_000

/**
 * Reads the three files in the order of shared/spec/questionnaire-files.md#request and stops at the first invalid one. Runs in a process
 * of its own; calls `announce` with each file before reading it.
 */
export async function readFiles(upload: Upload, announce: Announce): Promise<ImportOutcome> {
  const { questionFile, templateFile, fieldMetadataFile } = upload
  if (!questionFile) return missing('questionFile')
  if (!templateFile) return missing('templateFile')
  announce('questionFile')
  const opened = await openQuestionFile(questionFile)
  if (!fieldMetadataFile && !opened.metadata) return missing('fieldMetadataFile')
  const questions = readQuestionFile(opened)
  if ('ok' in questions) return questions
  announce('fieldMetadataFile')
  const described = await readMetadata({ questionFile, templateFile, fieldMetadataFile }, opened, questions.content)
  if ('ok' in described) return described
  announce('templateFile')
  const template = await checkTemplate(templateFile.bytes, templateFile.name, described.definition)
  if (template.problems.length > 0) return refused('templateFile', template.problems)
  const hidden = hiddenQuestions(questions.content, template.shown)
  const confusing = [...unrecognizedQuestions(questions.content), ...confusingLabels(questions.content)]
  const warnings = [...questions.findings.warnings, ...described.findings.warnings, ...hidden, ...confusing]
  return { ok: true, definition: described.definition, warnings: formatWarnings(warnings) }
}

function missing(field: UploadField): Refused {
  const id = refusalOf[field].missing
  return { ok: false, id, message: failures[id], problems: [] }
}

function refused(field: UploadField, problems: readonly Problem[]): Refused {
  return refusedAs(refusalOf[field].faulty, problems)
}

function refusedAs(id: FailureId, found: readonly Problem[]): Refused {
  const problems = sortInFileOrder(found).map(({ code, location, message }) => ({ code, location, message }))
  return { ok: false, id, message: formatProblems(found), problems }
}

function readQuestionFile(opened: OpenedQuestionFile): { content: QuestionFileContent; findings: Findings } | Refused {
  if (opened.problems.length > 0) return refused('questionFile', opened.problems)
  const findings = createFindings()
  const content = readQuestions(opened, findings)
  if (!content || findings.problems.length > 0) return refused('questionFile', findings.problems)
  if (textLength(content.definition) <= maxTextLength) return { content, findings }
  const message = Q01.unreadable('its questions, each with its choices, hold more than 8 million characters')
  return refused('questionFile', [{ location: opened.fileName, code: 'Q01', message }])
}

async function readMetadata(
  files: Files,
  opened: OpenedQuestionFile,
  content: QuestionFileContent,
): Promise<{ definition: QuestionnaireDefinition; findings: Findings } | Refused> {
  const findings = createFindings()
  const source = await metadataSource(files, opened)
  if ('ok' in source) return source
  const records = readRecords(source, findings)
  const foreign = files.fieldMetadataFile && records && foreignRecordsFault(records, content.definition)
  if (foreign) return unexpected({ location: source.fileName, code: 'U03', message: foreign })
  if (records) {
    const definition = applyMetadata(content, records, source.fileName, findings)
    if (findings.problems.length === 0) return { definition, findings }
  }
  return refused('fieldMetadataFile', findings.problems)
}

/** Selects the metadata to read, after checking that the file is a metadata file at all (U01, U02). */
async function metadataSource(files: Files, opened: OpenedQuestionFile): Promise<Omit<OpenedMetadata, 'looksLike'> | Refused> {
  const { fieldMetadataFile } = files
  if (!fieldMetadataFile) return { fileName: opened.fileName, source: { table: opened.metadata?.table } }
  const metadata = await openMetadataFile(fieldMetadataFile)
  const location = fieldMetadataFile.name
  if (opened.metadata) return unexpected({ location, code: 'U01', message: U01.sheet })
  const identicalField = (['questionFile', 'templateFile'] as const).find(
    (field) => Buffer.compare(files[field].bytes, fieldMetadataFile.bytes) === 0,
  )
  const looksLike = identicalField ?? ('code' in metadata ? undefined : metadata.looksLike)
  if (looksLike) return unexpected({ location, code: 'U02', message: U02[looksLike] })
  return 'code' in metadata ? refused('fieldMetadataFile', [metadata]) : metadata
}

function unexpected(problem: Problem): Refused {
  return refusedAs('UNEXPECTED_METADATA_FILE', [problem])
}

function foreignRecordsFault(records: readonly MetadataRecord[], { questions }: QuestionnaireDefinition): string | undefined {
  const named = records.map((record) => record.texts.identifier).filter((identifier) => identifier !== '')
  const known = new Set(questions.map((question) => question.identifier))
  const [first] = named
  return first === undefined || named.some((identifier) => known.has(identifier)) ? undefined : U03.foreign(named.length, first)
}

function hiddenQuestions({ definition, locations }: QuestionFileContent, shown: ReadonlySet<string>): Problem[] {
  return definition.questions.flatMap(({ identifier, type }): Problem[] => {
    const location = locations.get(identifier)
    if (!takesAnswer(type) || shown.has(identifier) || !location) return []
    return [{ ...location, code: 'W06', message: W06.hidden(identifier) }]
  })
}

/** Warns about a question that seems to ask for consent to share answers, or for the date of birth, but is not recognized as such (W14). */
function unrecognizedQuestions({ definition, locations }: QuestionFileContent): Problem[] {
  return definition.questions.flatMap(({ identifier, options = [] }): Problem[] => {
    const location = locations.get(identifier)
    const isLike = (name: string) => identifier.replaceAll(/[_-]/g, '').toLowerCase() === name.toLowerCase()
    const isRecognizedConsent = identifier === consentQuestion && options.some(({ value }) => isRefusal(value))
    if (location && isLike(consentQuestion) && !isRecognizedConsent) return [{ ...location, code: 'W14', message: W14.consent(identifier) }]
    if (location && isLike(birthDateQuestion) && identifier !== birthDateQuestion)
      return [{ ...location, code: 'W14', message: W14.birth(identifier) }]
    return []
  })
}

/** Returns the length of a questionnaire as stored and sent, where every question includes its own choices. */
function textLength({ questions }: QuestionnaireDefinition): number {
  const lengths = new Map<QuestionDefinition['options'], number>()
  return questions.reduce((sum, { options, ...question }) => {
    const optionsLength = options ? (lengths.get(options) ?? JSON.stringify(options).length) : 0
    lengths.set(options, optionsLength)
    return sum + optionsLength + JSON.stringify(question).length
  }, 0)
}
