import { z } from 'zod'
import { sealJson, unsealJson, type Encryption } from '../encryption.ts'
import type { AuditContent } from './audit-signature.ts'

const ofRespondents = 'respondent:'
const ids = z.array(z.string())

type Place = Omit<AuditContent, 'subjects' | 'sealedSubjects'>

// Binds what is sealed to its entry.
const associatedData = ({ at, accountId, action, requestId }: Place) => `audit:${JSON.stringify([at, accountId, action, requestId])}`

/**
 * Returns the content of an entry about `subjects`, with the respondents among them sealed: their order and their choice would tell a
 * reader of the database what a list was sorted and filtered by (shared/spec/contract.md#audit-trail). Padded to 256 bytes, which hold up to
 * 14 of them.
 */
export function sealSubjects(encryption: Encryption, place: Place, subjects: Iterable<string>): AuditContent {
  const named: string[] = []
  const others: string[] = []
  for (const subject of subjects) {
    if (subject.startsWith(ofRespondents)) named.push(subject.slice(ofRespondents.length))
    else others.push(subject)
  }
  const key = encryption.purposeKey('audit subjects')
  const sealedSubjects = named.length > 0 ? sealJson(key, associatedData(place), named) : null
  return { ...place, subjects: others, sealedSubjects }
}

/**
 * Returns all subjects of an entry: those in the clear, among which entries of submissions and of earlier versions of Portico name their
 * respondents, then the sealed ones. Throws if the sealed ones were changed or are those of another entry.
 */
export function openSubjects(encryption: Encryption, { subjects, sealedSubjects, ...place }: AuditContent): string[] {
  if (!sealedSubjects) return [...subjects]
  const named = unsealJson(encryption.purposeKey('audit subjects'), associatedData(place), sealedSubjects)
  return [...subjects, ...ids.parse(named).map((id) => ofRespondents + id)]
}
