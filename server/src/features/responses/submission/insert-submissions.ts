import { sql, type CompiledQuery, type Kysely } from 'kysely'
import type { RespondentFlagWord } from '@portico/shared/words/flags'
import { preparedStatement } from '../../../infra/postgres/statements/prepared.ts'
import type { Database, SqlContext } from '../../../infra/request-context.ts'
import { signedEntry } from '../../../infra/security/audit/audit-signature.ts'
import type { SealedColumns, StoredAnswer } from '../../../infra/security/sealed-respondent.ts'
import { addressLock, invitationsPerAddress, recentInvitations } from '../../messages/invitations.ts'

/** A submission as stored; the database generates its id. */
export interface AcceptedSubmission extends SealedColumns {
  readonly anonymousId: string
  /** As judged; they are stored sealed. */
  readonly answers: readonly StoredAnswer[]
  readonly workshopId: number
  readonly questionnaireId: number
  readonly language: string
  readonly contactLanguage: string
  readonly submittedOn: string
  readonly emailHash: Buffer | null
  readonly phoneHash: Buffer | null
  readonly flag: RespondentFlagWord
  readonly currentFlag: RespondentFlagWord
  readonly reds: number
  readonly agencyId: number | null
  readonly idempotencyHash: Buffer | null
  /** Whether they are invited to their workshop; if not, they wait for a decision or no message can reach them. */
  readonly isInvited: boolean
  readonly accountId: number | null
  readonly requestId: string
}

const columns: readonly (readonly [keyof AcceptedSubmission, type: string])[] = [
  ['anonymousId', 'text'],
  ['workshopId', 'integer'],
  ['questionnaireId', 'integer'],
  ['language', 'text'],
  ['contactLanguage', 'text'],
  ['submittedOn', 'date'],
  ['keyId', 'text'],
  ['wrappedKey', 'bytea'],
  ['sealedContact', 'bytea'],
  ['sealedAnswers', 'bytea'],
  ['emailHash', 'bytea'],
  ['phoneHash', 'bytea'],
  ['flag', 'text'],
  ['currentFlag', 'text'],
  ['reds', 'integer'],
  ['agencyId', 'integer'],
  ['idempotencyHash', 'bytea'],
  ['isInvited', 'boolean'],
  ['accountId', 'integer'],
  ['requestId', 'text'],
]

const given = [...columns, ['signature', 'bytea'] as const]

/** The values of each column by its name, one per submission; and what all of them share. */
interface Values {
  readonly [column: string]: unknown
  readonly now: Date
  readonly action: string
}

const givenColumns = { emailHash: sql`given.email_hash`, phoneHash: sql`given.phone_hash`, workshopId: sql`given.workshop_id` }

// Prepared, because for a dozen submissions PostgreSQL plans it as long as it runs it.
const insertion = (texts: boolean) =>
  preparedStatement<Values>()((_db: Kysely<Database>, place) => {
    const arrays = given.map(([name, type]) => sql`${place(name)}::${sql.raw(type)}[]`)
    const now = sql`${place('now')}::timestamptz`
    return sql`
    with given as (
      select * from unnest(${sql.join(arrays)}) as given (${sql.join(given.map(([name]) => sql.ref(snakeCase(name))))})
    ), placed as (
      select *, case when is_invited then row_number() over (partition by is_invited, coalesce(email_hash, phone_hash), workshop_id)
        + ${recentInvitations({ now, texts }, givenColumns)} end as place
      from given
    ), stored as (
      insert into respondent (anonymous_id, workshop_id, questionnaire_id, language, submitted_at, submitted_on, key_id, wrapped_key,
        sealed_contact, sealed_answers, email_hash, phone_hash, initial_flag, current_flag, initial_reds, current_reds, agency_id, assigned_at,
        idempotency_hash, must_telephone)
      select anonymous_id, workshop_id, questionnaire_id, language, ${now}, submitted_on, key_id, wrapped_key,
        sealed_contact, sealed_answers, email_hash, phone_hash, flag, current_flag, reds, reds, agency_id,
        case when agency_id is not null then ${now} end, idempotency_hash, coalesce(place > ${invitationsPerAddress}, false)
      from placed
      returning id, anonymous_id
    ), counted as (
      insert into contact_language_count as counts (workshop_id, language, respondents)
      select workshop_id, contact_language, count(*)::integer from given group by 1, 2 order by 1, 2
      on conflict (workshop_id, language) do update set respondents = counts.respondents + excluded.respondents
    ), invited as (
      insert into message (kind, respondent_id, created_at, due_at)
      select 'invitation', stored.id, ${now}, ${now}
      from stored join placed on placed.anonymous_id = stored.anonymous_id where place <= ${invitationsPerAddress}
    )
    insert into audit_entry (at, account_id, action, subjects, request_id, signature)
    select ${now}, account_id, ${place('action')}, array['respondent:' || anonymous_id], request_id, signature from given`
  })

const insertWithTexts = insertion(true)
const insertWithoutTexts = insertion(false)

/**
 * Returns the statements that write respondents, their invitations and their audit entries: a lock, and one that writes everything, because
 * each further statement would cost as much as several submissions. It fails as a whole if one `anonymousId` exists already.
 */
export function insertionOf(ctx: SqlContext, action: string, submissions: readonly AcceptedSubmission[]): CompiledQuery[] {
  if (submissions.length === 0) return []
  const { encryption, texts } = ctx.services
  const invited = submissions.flatMap(({ emailHash, phoneHash, isInvited }) => (isInvited ? (emailHash ?? phoneHash ?? []) : []))
  // These entries name their respondent in the clear: each is created with its row at the same moment, so it tells nothing that is sealed,
  // and sealing costs time.
  const signature = submissions.map(({ anonymousId, accountId, requestId }) => {
    const subjects = [`respondent:${anonymousId}`]
    return signedEntry(encryption, { at: ctx.now, accountId, action, subjects, sealedSubjects: null, requestId }).signature
  })
  const valuesOf = ([name]: (typeof columns)[number]) => [name, submissions.map((submission) => submission[name])] as const
  const insert = texts ? insertWithTexts : insertWithoutTexts
  return [
    ...(invited.length > 0 ? [addressLock(ctx.db, { addresses: invited })] : []),
    insert(ctx.db, { ...Object.fromEntries(columns.map(valuesOf)), signature, now: ctx.now, action }),
  ]
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
