import { type ContactRole, contactRoles, type QuestionDefinition, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { importProblems, type ImportProblemCode } from '@portico/shared/words/import/import-problems'
import type { QuestionType } from '@portico/shared/words/question-types'
import type { Findings } from '../problems.ts'
import type { QuestionFileContent } from '../question-rules.ts'
import { isSatisfiable } from '../constraints/satisfiable-limits.ts'
import { nearest } from '@portico/shared/rules/nearest'
import { hasAnswer, takesAnswer } from '@portico/shared/words/question-types'
import type { MetadataKey, MetadataRecord } from './metadata-records.ts'
import { checkRule, parseRedRule, parseRedRuleJson } from './red-rule-text.ts'
import { parseValidation } from './validation-text.ts'

interface RecordContext {
  /** Every question of the questionnaire. */
  readonly byIdentifier: ReadonlyMap<string, QuestionDefinition>
  readonly record: MetadataRecord
  readonly question: QuestionDefinition
  readonly findings: Findings
}

type Roles = Map<ContactRole, MetadataRecord>

const { M01, M04, M05, M10, M11, M12, M13, M14, W07, W18 } = importProblems
const roleTypes: Readonly<Record<ContactRole, QuestionType>> = { fullName: 'input', email: 'email', phone: 'phoneNumber' }

/**
 * Adds rules, reasons, roles and validations from the field metadata to the questions
 * (shared/spec/questionnaire-files.md#field-metadata-file, M04 to M14). Questions without a record cause a warning (W07). If there are
 * problems, the result must not be used.
 */
export function applyMetadata(
  content: QuestionFileContent,
  records: readonly MetadataRecord[],
  fileName: string,
  findings: Findings,
): QuestionnaireDefinition {
  const { definition, locations } = content
  if (records.length === 0) findings.problems.push({ location: fileName, code: 'M01', message: M01.empty })
  const byIdentifier = recordsByIdentifier(definition, records, findings)
  const roles: Roles = new Map()
  const described = new Map<string, QuestionDefinition>()
  const questions = new Map(definition.questions.map((question) => [question.identifier, withBounds(question, byIdentifier)]))
  for (const question of definition.questions) {
    const record = byIdentifier.get(question.identifier)
    if (record) described.set(question.identifier, question)
    else if (question.followUpOf === undefined && takesAnswer(question.type)) {
      const at = locations.get(question.identifier) ?? { location: fileName }
      findings.warnings.push({ ...at, code: 'W07', message: W07.missing(question.identifier) })
    }
  }
  for (const [identifier, record] of byIdentifier) {
    const question = described.get(identifier)
    if (question) described.set(identifier, applyRecord({ record, question, findings, byIdentifier: questions }, roles))
  }
  if (records.length > 0) checkRoles(roles, fileName, findings)
  return { ...definition, questions: definition.questions.map((question) => described.get(question.identifier) ?? question) }
}

// A copy, so that what calculations result in is worked out anew from these bounds.
function withBounds(question: QuestionDefinition, records: ReadonlyMap<string, MetadataRecord>): QuestionDefinition {
  const text = records.get(question.identifier)?.texts.validation ?? ''
  const validation = text === '' ? '' : parseValidation(text, question.type)
  return { ...question, ...(typeof validation !== 'string' && { validation }) }
}

function recordsByIdentifier(
  definition: QuestionnaireDefinition,
  records: readonly MetadataRecord[],
  { problems }: Findings,
): Map<string, MetadataRecord> {
  const known = new Set(definition.questions.map((question) => question.identifier))
  const byIdentifier = new Map<string, MetadataRecord>()
  for (const record of records) {
    const { identifier } = record.texts
    const at = record.at('identifier')
    const other = byIdentifier.get(identifier)
    if (identifier === '') problems.push({ ...at, code: 'M04', message: M04.missing })
    else if (other) problems.push({ ...at, code: 'M04', message: M04.twice(identifier, other.reference) })
    else if (!known.has(identifier)) problems.push({ ...at, code: 'M05', message: M05.unknown(identifier, nearest(identifier, known)) })
    if (identifier !== '' && !other) byIdentifier.set(identifier, record)
  }
  return byIdentifier
}

function applyRecord(described: RecordContext, roles: Roles): QuestionDefinition {
  const { record, question } = described
  const contactRole = readRole(described, roles)
  const validation = readValidation(described)
  const redWhen = readRule(described)
  const redReason = redWhen ? record.texts.red_flag_reason : ''
  const redGuidance = ruleDetail(described, 'red_flag_guidance')
  const redVersion = ruleDetail(described, 'red_flag_version')
  return {
    ...question,
    ...(validation && { validation }),
    ...(redWhen && { redWhen }),
    ...(redReason && { redReason }),
    ...(redGuidance && { redGuidance }),
    ...(redVersion && { redVersion }),
    ...(contactRole && { contactRole }),
  }
}

/** Returns the additional text of a rule; without a rule it would be lost (M10). */
function ruleDetail(described: RecordContext, key: 'red_flag_guidance' | 'red_flag_version'): string {
  const { texts, rule } = described.record
  const hasRule = texts.red_flag_when !== '' || rule !== undefined
  if (texts[key] !== '' && !hasRule) createRefuse(described, key)('M10', M10.noRule(key))
  return texts[key]
}

function readRule(described: RecordContext): QuestionDefinition['redWhen'] {
  const { record, question } = described
  const text = record.texts.red_flag_when
  if (text === '' && record.rule === undefined) {
    const at = record.at('red_flag_reason')
    if (record.texts.red_flag_reason !== '')
      described.findings.warnings.push({ ...at, code: 'W18', message: W18.noRule(question.identifier) })
    return undefined
  }
  const refuse = createRefuse(described, 'red_flag_when')
  if (!hasAnswer(question.type)) return refuse('M14', M14.video)
  if (question.followUpOf !== undefined) return refuse('M14', M14.followUp(question.followUpOf))
  const outcome = record.rule === undefined ? parseRedRule(text) : parseRedRuleJson(record.rule)
  if ('fault' in outcome) return refuse('M06', outcome.fault)
  const { problems, warnings } = checkRule(outcome.rule, question, described.byIdentifier)
  for (const { code, message } of problems) refuse(code, message)
  if (record.texts.red_flag_reason === '') createRefuse(described, 'red_flag_reason')('M10', M10.missing)
  if (problems.length > 0) return undefined
  for (const warning of warnings) described.findings.warnings.push({ ...record.at('red_flag_when'), ...warning })
  return outcome.rule
}

function readRole(described: RecordContext, roles: Roles): ContactRole | undefined {
  const { record, question } = described
  const written = record.texts.contact_role
  if (written === '') return undefined
  const refuse = createRefuse(described, 'contact_role')
  const role = contactRoles.find((known) => known.toLowerCase() === written.toLowerCase().replace(/[ _]/g, ''))
  if (role === undefined) return refuse('M11', M11.unknown(written, nearest(written, contactRoles, 2)))
  const other = roles.get(role)
  if (other) return refuse('M11', M11.twice(role, other.texts.identifier, other.where))
  roles.set(role, record)
  if (question.type === roleTypes[role]) return role
  return refuse('M11', M11.fit(role, roleTypes[role], question.identifier, question.type))
}

function readValidation(described: RecordContext): QuestionDefinition['validation'] {
  const { record, question } = described
  if (record.texts.validation === '') return undefined
  const validation = parseValidation(record.texts.validation, question.type)
  const refuse = createRefuse(described, 'validation')
  if (typeof validation === 'string') return refuse('M13', validation)
  // An impossible constraint is refused by itself.
  const isPossible = isSatisfiable({ ...question, validation }) || !isSatisfiable(question)
  return isPossible ? validation : refuse('M13', M13.impossible(record.texts.validation))
}

function createRefuse({ record, findings }: RecordContext, key: MetadataKey) {
  return (code: ImportProblemCode, message: string): undefined => {
    findings.problems.push({ ...record.at(key), code, message })
  }
}

/** Requires exactly one `fullName`, and at least one of `email` and `phone` (M12). */
function checkRoles(roles: Roles, fileName: string, { problems }: Findings): void {
  const order = Number.MAX_SAFE_INTEGER
  if (!roles.has('fullName')) problems.push({ location: fileName, order, code: 'M12', message: M12.fullName })
  if (!roles.has('email') && !roles.has('phone')) problems.push({ location: fileName, order, code: 'M12', message: M12.contact })
}
