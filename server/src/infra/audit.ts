import { sql, type Work } from './work.ts'

/** Names a respondent in the audit trail. */
export function noteRespondents(work: Work, anonymousIds: Iterable<string>): void {
  for (const id of anonymousIds) work.subjects.add(`respondent:${id}`)
}

/** Names anything else in the audit trail, like `workshop:12`. */
export function note(
  work: Work,
  kind: 'account' | 'agency' | 'answer' | 'download' | 'questionnaire' | 'session' | 'workshop',
  id: number | string,
): void {
  work.subjects.add(`${kind}:${id}`)
}

/** Writes the call's audit entry, in the call's own transaction where it has one. Entries hold names of things, no personal data. */
export async function writeAudit(work: Work, action: string): Promise<void> {
  await sql(work.em)
    .insertInto('audit_entry')
    .values({ at: work.now, accountId: work.caller?.id ?? null, action, subjects: [...work.subjects], requestId: work.requestId })
    .execute()
}
