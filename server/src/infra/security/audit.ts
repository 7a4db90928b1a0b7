import { sql, type RequestContext } from '../request-context.ts'

/** Names a respondent in the audit trail. */
export function auditRespondents(ctx: RequestContext, anonymousIds: Iterable<string>): void {
  for (const id of anonymousIds) ctx.auditSubjects.add(`respondent:${id}`)
}

/** Names anything else in the audit trail, like `workshop:12`. */
export function auditSubject(
  ctx: RequestContext,
  kind: 'account' | 'agency' | 'download' | 'passkey' | 'questionnaire' | 'role' | 'session' | 'workshop',
  id: number | string,
): void {
  ctx.auditSubjects.add(`${kind}:${id}`)
}

/** Writes the call's audit entry, in the call's own transaction where it has one. Entries hold names of things, no personal data. */
export async function writeAudit(ctx: RequestContext, action: string): Promise<void> {
  await sql(ctx.em)
    .insertInto('audit_entry')
    .values({ at: ctx.now, accountId: ctx.caller?.id ?? null, action, subjects: [...ctx.auditSubjects], requestId: ctx.requestId })
    .execute()
}
