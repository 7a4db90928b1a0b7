import type { RequestContext } from '../../infra/request-context.ts'

interface Sent {
  readonly id: number
  readonly respondentId: number | null
}

/** Notes that a message left: its content is forgotten, and what it `told` of when and where a workshop is counts from now on. */
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

// What counts is what they were told last: who holds another date or place is counted by one index (`workshop-changes.ts`).
async function forgetTold({ db }: RequestContext, messageId: number, respondentId: number | null): Promise<void> {
  await db
    .updateTable('message')
    .set({ told: null })
    .where('respondentId', '=', respondentId)
    .where('told', 'is not', null)
    .where('id', '<>', messageId)
    .execute()
}
