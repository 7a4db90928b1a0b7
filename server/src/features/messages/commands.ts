import { sql } from 'kysely'
import { seal } from '../../infra/vault.ts'
import { inTransaction, type Deps, type Work } from '../../infra/work.ts'
import { letterOf } from './queries.ts'
import { letterOwner, letterPlace, type StaffLetter, type StaffLetterKind } from './staff-letter.ts'

/**
 * Tells respondents when and where their workshop is, once each however often it is called (contract.md section 4). The message and its
 * job are part of the call's transaction. Who gave no e-mail address gets none and has to be telephoned. The rows of the respondents must be
 * written before.
 */
export async function inviteToWorkshop(work: Work, respondents: readonly { readonly id: number }[]): Promise<void> {
  if (respondents.length === 0) return
  const ids = respondents.map((respondent) => respondent.id)
  const written = await work.db
    .insertInto('message')
    .columns(['kind', 'respondentId', 'createdAt'])
    .expression((builder) =>
      builder
        .selectFrom('respondent')
        .select([sql.lit('invitation').as('kind'), 'id', sql`${work.now}::timestamptz`.as('createdAt')])
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .where('emailHash', 'is not', null)
        .orderBy('id'),
    )
    .onConflict((conflict) =>
      conflict
        .column('respondentId')
        .where('kind', '=', 'invitation')
        // An invitation that was held back, because the respondent was not welcome when its turn came, gets another turn.
        .doUpdateSet((row) => ({ createdAt: row.ref('excluded.createdAt') }))
        .where('message.sentAt', 'is', null),
    )
    .returning('id')
    .execute()
  await work.deps.queue.send(
    work.em,
    'send-message',
    written.map(({ id }) => ({ messageId: id })),
  )
}

/**
 * Sends a member of staff a letter with a link, in `language` (English without). Address, name and link are sealed until the letter is
 * sent and deleted then; the letter is part of the call's transaction.
 */
export async function enqueueLetter(work: Work, letter: StaffLetter & { readonly kind: StaffLetterKind }): Promise<void> {
  const { kind, to, language, link, name } = letter
  const messageId = await nextMessageId(work)
  const { key, keyId, wrapped } = work.deps.vault.newPersonKey(letterOwner(messageId))
  const content: StaffLetter = { to, language, link, name }
  const sealed = seal(key, letterPlace(messageId), JSON.stringify(content))
  await work.db.insertInto('message').values({ id: messageId, kind, keyId, wrappedKey: wrapped, sealed, createdAt: work.now }).execute()
  await work.deps.queue.send(work.em, 'send-message', [{ messageId }])
}

// The seal is bound to the message's id, so the id is needed before the row.
async function nextMessageId(work: Work): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('message', 'id')) as id`.execute(work.db)
  const [row] = rows
  if (!row) throw new Error('The sequence of messages gave no number')
  return row.id
}

/**
 * Mails a message of the outbox and marks it as sent; one that was sent already is left alone. The row stays locked meanwhile, and the letter
 * has the same id each time, so that a server can drop the second copy when we die between the two.
 *
 * @throws when the mail server does not take the letter or somebody else is sending it, so that the job is tried again.
 */
export async function sendMessage(deps: Deps, messageId: number): Promise<void> {
  await inTransaction(deps, `message:${messageId}`, async (work) => {
    const { db } = work
    const message = await db.selectFrom('message').selectAll().where('id', '=', messageId).forUpdate().skipLocked().executeTakeFirst()
    if (!message) return refuseWhileLocked(work, messageId)
    if (message.sentAt) return
    const letter = await letterOf(work, message)
    if (!letter) return
    await deps.mailer(letter).catch((error: unknown) => {
      // A mail server's words often repeat the address, and the queue and the log keep what is thrown here.
      throw new Error(`Letter ${letter.id} was not taken: ${codeOf(error)}`)
    })
    const sent = { sentAt: deps.clock(), sealed: null, keyId: null, wrappedKey: null }
    await db.updateTable('message').set(sent).where('id', '=', messageId).execute()
  })
}

async function refuseWhileLocked(work: Work, messageId: number): Promise<void> {
  const locked = await work.db.selectFrom('message').select('id').where('id', '=', messageId).where('sentAt', 'is', null).executeTakeFirst()
  if (locked) throw new Error(`Message ${messageId} is being sent by somebody else`)
}

function codeOf(error: unknown): string {
  const parts = error instanceof Error ? ['code' in error && error.code, 'responseCode' in error && error.responseCode] : []
  const known = parts.filter((part) => /^[A-Z0-9_]{1,40}$/.test(String(part)))
  return known.length > 0 ? known.join(' ') : 'no reason given'
}
