import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import type { Findings } from '../problems.ts'
import { nearest } from '@portico/shared/rules/nearest'
import { cellLocation, headerText, type LanguageSheet, type SheetRow } from './sheet-rows.ts'

type Question = Omit<QuestionDefinition, 'questionNumber'>

/** A question and its row on the first sheet. */
export interface QuestionOfRow {
  readonly question: Question
  readonly row: SheetRow
}

const { Q14, W09 } = importProblems

/**
 * Connects questions with their follow-ups: a `radioWithFollowUp` question names its follow-up or is named by it. The follow-up is asked
 * when the first value is chosen and is placed directly below its question. Unknown names are problems (Q14), unused ones warnings (W09).
 */
export function linkFollowUps(sheet: LanguageSheet, listed: readonly QuestionOfRow[], findings: Findings): QuestionOfRow[] {
  const parentOf = new Map<string, string>()
  const followUpOf = new Map<string, string>()
  for (const { question, row } of listed) {
    if (question.type !== 'radioWithFollowUp') continue
    const followUp = findFollowUp(sheet, listed, row, findings)
    const other = followUp && parentOf.get(followUp.question.identifier)
    if (other !== undefined) {
      findings.problems.push({ ...cellLocation(sheet, row.row, 'followUp'), code: 'Q14', message: Q14.shared(row.followUp, other) })
    } else if (followUp) {
      parentOf.set(followUp.question.identifier, question.identifier)
      followUpOf.set(question.identifier, followUp.question.identifier)
    }
  }
  warnOfUnused(sheet, listed, parentOf, findings)
  const linked = listed.map((one) => ({ ...one, question: linkQuestion(one.question, followUpOf, parentOf) }))
  const below = (identifier: string) => linked.filter((one) => one.question.followUpOf === identifier)
  return linked.flatMap((one) => (one.question.followUpOf === undefined ? [one, ...below(one.question.identifier)] : []))
}

function findFollowUp(
  sheet: LanguageSheet,
  listed: readonly QuestionOfRow[],
  row: SheetRow,
  { problems }: Findings,
): QuestionOfRow | undefined {
  const followUp = listed.find((one) => (row.followUp === '' ? one.row.parent === row.slug : one.row.slug === row.followUp))
  const slugs = listed.map((one) => one.row.slug)
  const refuse = (message: string) => {
    problems.push({ ...cellLocation(sheet, row.row, 'followUp'), code: 'Q14', message })
  }
  if (followUp === undefined) refuse(row.followUp === '' ? Q14.none(row.slug) : Q14.unknown(row.followUp, nearest(row.followUp, slugs)))
  else if (followUp.question.type !== 'radioWithFollowUp') return followUp
  else refuse(Q14.nested(row.followUp))
  return undefined
}

function warnOfUnused(
  sheet: LanguageSheet,
  listed: readonly QuestionOfRow[],
  parentOf: ReadonlyMap<string, string>,
  { warnings }: Findings,
): void {
  for (const { question, row } of listed) {
    if (row.followUp !== '' && question.type !== 'radioWithFollowUp') {
      const message = W09.ignored(headerText('followUp'), question.type)
      warnings.push({ ...cellLocation(sheet, row.row, 'followUp'), code: 'W09', message })
    }
    if (row.parent !== '' && parentOf.get(row.slug) !== row.parent) {
      const message = W09.parent(headerText('parent'), row.parent)
      warnings.push({ ...cellLocation(sheet, row.row, 'parent'), code: 'W09', message })
    }
  }
}

function linkQuestion(question: Question, followUpOf: ReadonlyMap<string, string>, parentOf: ReadonlyMap<string, string>): Question {
  const followUp = followUpOf.get(question.identifier)
  const parent = parentOf.get(question.identifier)
  const first = question.options?.[0]?.value
  return {
    ...question,
    ...(followUp !== undefined && first !== undefined && { followUp: { identifier: followUp, showWhen: [first] } }),
    ...(parent !== undefined && { followUpOf: parent }),
  }
}
