import type { RequestContext } from '../../infra/request-context.ts'

interface Sent {
  readonly id: number
  readonly respondentId: number | null
}

/** Marks a message as sent: deletes its content, and makes the date and place that it states (`statedFacts`) the respondent's latest information. */
export async function markSent(
  ctx: RequestContext,
  { id, respondentId }: Sent,
  { channel, statedFacts = null }: { readonly channel: 'email' | 'text'; readonly statedFacts?: string | null | undefined },
): Promise<void> {
  if (statedFacts !== null) await clearStatedFacts(ctx, id, respondentId)
  const cleared = { sealed: null, keyId: null, wrappedKey: null, handedOverAt: null, handedOverHash: null, refusedAt: null }
  await ctx.db
    .updateTable('message')
    .set({
      sentAt: ctx.services.clock(),
      dueAt: null,
      channel,
      told: statedFacts,
      ...cleared,
      ...(channel === 'email' && { delivery: null }),
    })
    .where('id', '=', id)
    .execute()
}

// Only the latest information counts, so that one index can count those with an outdated date or place (`workshop-changes.ts`).
async function clearStatedFacts({ db }: RequestContext, messageId: number, respondentId: number | null): Promise<void> {
  await db
    .updateTable('message')
    .set({ told: null })
    .where('respondentId', '=', respondentId)
    .where('told', 'is not', null)
    .where('id', '<>', messageId)
    .execute()
}
