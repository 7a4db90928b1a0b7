import type { Kysely } from 'kysely'
import { writtenId } from '@portico/shared/rules/scanned-id'
import type { FailureId, FaultId } from '@portico/shared/words/failures'
import { prepared } from '../../postgres/prepared.ts'
import { createContext, sql, type Database, type Origin, type RequestContext } from '../../request-context.ts'
import { signedEntry } from './audit-signature.ts'

/** Names a respondent in the audit trail. */
export function auditRespondents(ctx: RequestContext, anonymousIds: Iterable<string>): void {
  for (const id of anonymousIds) ctx.auditSubjects.add(`respondent:${id}`)
}

/** Names anything else in the audit trail, like `workshop:12`. */
export function auditSubject(
  ctx: RequestContext,
  kind:
    | 'account'
    | 'agency'
    | 'download'
    | 'invitation'
    | 'announcement'
    | 'message'
    | 'message template'
    | 'notes'
    | 'passkey'
    | 'questionnaire'
    | 'review link'
    | 'role'
    | 'rule trial'
    | 'texts'
    | 'glossary'
    | 'session'
    | 'token'
    | 'walk-in'
    | 'webhook'
    | 'workshop',
  id: number | string,
): void {
  ctx.auditSubjects.add(`${kind}:${id}`)
}

const notedAtMost = 200

/**
 * Names what a search found, all of it and not the page that is shown: whom, or of more than 200 how many. The query is there as a keyed
 * hash, so that the same one is known again and no one reads it.
 */
export function auditSearch(ctx: RequestContext, query: string, anonymousIds: readonly string[]): void {
  const hash = ctx.services.encryption.lookupHash('query', query.trim().toLowerCase()).toString('base64url')
  ctx.auditSubjects.add(`query:${hash}`)
  auditFound(ctx, anonymousIds)
}

/** Names whom the caller was shown, or of more than 200 how many. */
export function auditFound(ctx: RequestContext, anonymousIds: readonly string[]): void {
  if (anonymousIds.length > notedAtMost) auditCount(ctx, anonymousIds.length)
  else auditRespondents(ctx, anonymousIds)
}

/** Says how many respondents the caller was told of without being shown them. */
export function auditCount(ctx: RequestContext, count: number): void {
  ctx.auditSubjects.add(`found:${count}`)
}

// What says that something is not there, or not the caller's.
const telling: readonly string[] = ['FORBIDDEN', 'NOT_FOUND', 'VOLUNTEER_CANT_ACCESS_WORKSHOP']

/** What a call was refused with, what it had met until then, and what it was asked. */
export interface Refusal {
  readonly id: FailureId | FaultId
  readonly seen: ReadonlySet<string>
  readonly input: unknown
}

/**
 * Writes that a call was refused, after its transaction was rolled back: what it had met until then, and the respondent that it asked for,
 * who may be foreign or not there at all. A refusal that neither met nor asked for anybody, and tells of no one, leaves no entry.
 */
export async function auditRefusal(origin: Origin, action: string, { id, seen, input }: Refusal): Promise<void> {
  // It was not looked at, so it tells nothing; and anyone who asks too often must not fill the trail.
  if (id === 'TOO_MANY_REQUESTS') return
  const requestedIds = requestedRespondents(input)
  if (seen.size === 0 && requestedIds.length === 0 && !telling.includes(id)) return
  const ctx = createContext(origin, origin.services.orm.em.fork())
  for (const subject of seen) ctx.auditSubjects.add(subject)
  auditRespondents(ctx, requestedIds)
  ctx.auditSubjects.add(`refused:${id}`)
  await writeAudit(ctx, action)
}

// Only what has the form of an anonymousId: anything else in its place is a text that someone wrote.
function requestedRespondents(input: unknown): string[] {
  const one = typeof input === 'object' && input !== null && 'respondent' in input ? [input.respondent] : []
  const many = typeof input === 'object' && input !== null && 'respondents' in input ? input.respondents : []
  return [...one, ...(Array.isArray(many) ? many : [])].flatMap((respondent: unknown) => {
    const id = typeof respondent === 'object' && respondent !== null && 'anonymousId' in respondent ? respondent.anonymousId : undefined
    return typeof id === 'string' ? (writtenId(id) ?? []) : []
  })
}

const insertEntry = prepared<ReturnType<typeof signedEntry>>()((db: Kysely<Database>, place) =>
  db.insertInto('audit_entry').values({
    at: place('at'),
    accountId: place('accountId'),
    action: place('action'),
    subjects: place('subjects'),
    requestId: place('requestId'),
    signature: place('signature'),
  }),
)

/** Writes the call's audit entry, in the call's own transaction where it has one. Entries hold names of things, no personal data. */
export async function writeAudit(ctx: RequestContext, action: string): Promise<void> {
  const { now: at, caller, auditSubjects, requestId } = ctx
  const content = { at, accountId: caller?.id ?? null, action, subjects: [...auditSubjects], requestId }
  await insertEntry(sql(ctx.em), signedEntry(ctx.services.encryption, content))
}
