import type { Kysely } from 'kysely'
import { sql as raw } from 'kysely'
import { unseal, type Encryption } from './encryption.ts'

/**
 * Where a table keeps its wrapped keys: the column of the row's id, and an SQL expression for the owner that the key is wrapped for. `row`
 * is the table's row; `respondent` is joined if `ofRespondent`.
 */
export interface WrappedKeys {
  readonly table: string
  readonly id: 'id' | 'respondent_id'
  readonly owner: string
  readonly ofRespondent?: true
}

const ownerOfDefinition = `coalesce('questionnaire:' || row.questionnaire_id, 'questionnaire-review:' || row.review_id, 'tried-rules:' || row.trial_id)`
const ownerOfRespondent = `'respondent:' || respondent.anonymous_id`

/** Every table with wrapped keys (shared/spec/contract.md#sealed-data); a test compares this list with the schema. */
export const wrappedKeys: readonly WrappedKeys[] = [
  { table: 'respondent', id: 'id', owner: `'respondent:' || row.anonymous_id` },
  { table: 'stopped_respondent', id: 'respondent_id', owner: ownerOfRespondent, ofRespondent: true },
  { table: 'walk_in', id: 'id', owner: `'walk-in:' || row.id` },
  { table: 'message', id: 'id', owner: `'message:' || row.id` },
  { table: 'announcement', id: 'id', owner: `'announcement:' || row.id` },
  { table: 'download', id: 'id', owner: `'download:' || row.id` },
  { table: 'rule_trial', id: 'id', owner: `'rule-trial:' || row.id` },
  { table: 'sealed_definition', id: 'id', owner: ownerOfDefinition },
  { table: 'reason_template', id: 'id', owner: `'agency:' || row.agency_id || ':reason:' || row.id` },
  { table: 'webhook', id: 'id', owner: `'webhook:' || row.id` },
  { table: 'authenticator_app', id: 'id', owner: `'authenticator:' || row.account_id` },
]

/**
 * A sealed column: whose key opens it (the row's own, the respondent's or the download's), and an SQL expression for what it is bound to
 * besides its owner.
 */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly keyOf: 'row' | 'respondent' | 'download'
  readonly boundTo: string
}

/** Every column that is sealed under the keyring; a test compares this list with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'respondent', column: 'sealed_contact', keyOf: 'row', boundTo: `':contact'` },
  { table: 'respondent', column: 'sealed_answers', keyOf: 'row', boundTo: `':answers'` },
  { table: 'respondent', column: 'sealed_assign_reason', keyOf: 'row', boundTo: `':assign-reason'` },
  { table: 'decision', column: 'sealed', keyOf: 'respondent', boundTo: `':decision:' || row.id` },
  { table: 'unsealed_decision', column: 'sealed_reason', keyOf: 'respondent', boundTo: `':reason'` },
  { table: 'note', column: 'sealed', keyOf: 'respondent', boundTo: `':note:' || row.id` },
  { table: 'text_reply', column: 'sealed', keyOf: 'respondent', boundTo: `':text-reply:' || row.id` },
  { table: 'privacy_request', column: 'sealed', keyOf: 'respondent', boundTo: `':privacy-request'` },
  { table: 'walk_in', column: 'sealed', keyOf: 'row', boundTo: `':person'` },
  { table: 'message', column: 'sealed', keyOf: 'row', boundTo: `':sealed'` },
  { table: 'announcement', column: 'sealed', keyOf: 'row', boundTo: `':sealed'` },
  { table: 'download_piece', column: 'sealed', keyOf: 'download', boundTo: `':' || row.position` },
  { table: 'rule_trial', column: 'sealed_result', keyOf: 'row', boundTo: `':result'` },
  { table: 'sealed_definition', column: 'sealed', keyOf: 'row', boundTo: `':definition'` },
  { table: 'sealed_definition', column: 'sealed_template', keyOf: 'row', boundTo: `':template'` },
  { table: 'reason_template', column: 'sealed', keyOf: 'row', boundTo: `':text'` },
  { table: 'webhook', column: 'sealed', keyOf: 'row', boundTo: `':sealed'` },
  { table: 'authenticator_app', column: 'sealed_secret', keyOf: 'row', boundTo: `':secret'` },
]

/** Opens up to `atMost` random rows of every sealed column, and returns for each column how many could and could not be opened. */
export async function openSamples<Tables>(
  db: Kysely<Tables>,
  encryption: Encryption,
  atMost: number,
): Promise<{ readonly column: string; readonly opened: number; readonly failed: number }[]> {
  const found: { column: string; opened: number; failed: number }[] = []
  for (const sealed of sealedColumns) {
    const { rows } = await sample(sealed, atMost).execute(db)
    const opened = rows.filter((row) => opens(encryption, row)).length
    found.push({ column: `${sealed.table}.${sealed.column}`, opened, failed: rows.length - opened })
  }
  return found
}

interface Sample {
  readonly owner: string
  readonly keyId: string
  readonly wrappedKey: Buffer
  readonly bound: string
  readonly sealed: Buffer
}

// The key of a respondent who asked us to stop is in `stopped_respondent`.
function sample({ table, column, keyOf, boundTo }: SealedColumn, atMost: number) {
  const holder = keyOf === 'row' ? table : keyOf
  const join = {
    row: '',
    respondent: 'join respondent on respondent.id = row.respondent_id',
    download: 'join download on download.id = row.download_id',
  }[keyOf]
  const at = keyOf === 'row' ? 'row' : keyOf
  const stopped = holder === 'respondent' ? `left join stopped_respondent stopped on stopped.respondent_id = ${at}.id` : ''
  const key = stopped ? `coalesce(${at}.wrapped_key, stopped.wrapped_key)` : `${at}.wrapped_key`
  const owner = wrappedKeys.find((one) => one.table === holder)?.owner.replaceAll('row.', `${at}.`)
  return raw<Sample>`
    select ${raw.raw(`${owner} as owner, ${at}.key_id as "keyId", ${key} as "wrappedKey", ${owner} || ${boundTo} as bound, row.${column} as sealed`)}
    from ${raw.raw(`${table} row ${join} ${stopped}`)}
    where ${raw.raw(`${key} is not null and row.ctid = any (array(select ctid from ${table} where ${column} is not null order by random()`)} limit ${atMost}))`
}

function opens(encryption: Encryption, { owner, keyId, wrappedKey, bound, sealed }: Sample): boolean {
  try {
    unseal(encryption.unwrapKey(owner, keyId, wrappedKey), bound, sealed)
    return true
  } catch {
    return false
  }
}
