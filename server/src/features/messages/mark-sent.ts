import type { RequestContext } from '../../infra/request-context.ts'

interface Sent {
  readonly id: number
  readonly respondentId: number | null
}

/** Marks a message as sent: deletes its content, and makes what it `told` about date and place the respondent's latest information. */
export async function markSent(
  ctx: RequestContext,
  { id, respondentId }: Sent,
  { channel, told = null }: { readonly channel: 'email' | 'text'; readonly told?: string | null | undefined },
): Promise<void> {
  if (told !== null) await forgetTold(ctx, id, respondentId)
  const forgotten = { sealed: null, keyId: null, wrappedKey: null, handedOverAt: null, handedOverHash: null }
  await ctx.db
    .updateTable('message')
    .set({ sentAt: ctx.services.clock(), dueAt: null, channel, told, ...forgotten })
    .where('id', '=', id)
    .execute()
}

// Only the latest information counts, so that one index can count those with an outdated date or place (`workshop-changes.ts`).
async function forgetTold({ db }: RequestContext, messageId: number, respondentId: number | null): Promise<void> {
  await db
    .updateTable('message')
    .set({ told: null })
    .where('respondentId', '=', respondentId)
    .where('told', 'is not', null)
    .where('id', '<>', messageId)
    .execute()
}
