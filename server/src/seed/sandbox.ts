import { dayIn } from '@portico/shared/rules/red-rules'
import { createApiToken } from '../features/admin/api-tokens.ts'
import { saveWorkshop } from '../features/workshops/commands.ts'
import { inAuditedTransaction, inTransaction } from '../infra/postgres/transaction.ts'
import type { Caller, RequestContext, Services } from '../infra/request-context.ts'
import { accountsToSeed, emailOf } from './seed-accounts.ts'
import { questionnaireName } from './seed-database.ts'

const workshopName = 'sandbox'
const tokenName = 'Sandbox'
const timeZone = 'America/Los_Angeles'
const dayMs = 24 * 60 * 60 * 1000
const tokenDays = 7

/**
 * Creates the sandbox (shared/spec/contract.md#sandbox): an open test workshop, and an API token limited to it that replaces the token of
 * the previous start. Requires the seed data. Returns the token, which is stored nowhere, and the workshop's name.
 */
export async function openSandbox(services: Services): Promise<{ token: string; workshopName: string }> {
  const caller = await inTransaction(services, 'sandbox', seedAdmin)
  const { token } = await inAuditedTransaction({ services, caller, requestId: 'sandbox' }, 'admin.createApiToken', async (ctx) => {
    const agencies = await ctx.db.selectFrom('agency').select('id').execute()
    await saveWorkshop(ctx, {
      name: workshopName,
      title: 'Sandbox',
      test: true,
      eventDate: dayIn(timeZone, new Date(ctx.now.getTime() + 30 * dayMs)),
      registrationOpen: true,
      questionnaireNames: [questionnaireName],
      agencyIds: agencies.map(({ id }) => id),
    })
    await ctx.db
      .updateTable('api_token')
      .set({ revokedAt: ctx.now })
      .where('name', '=', tokenName)
      .where('makerId', '=', caller.id)
      .where('revokedAt', 'is', null)
      .execute()
    return createApiToken(ctx, {
      name: tokenName,
      calls: ['responses', 'workshops', 'agency', 'downloads'],
      workshopNames: [workshopName],
      expiresAt: new Date(ctx.now.getTime() + tokenDays * dayMs).toISOString(),
    })
  })
  return { token, workshopName }
}

async function seedAdmin(ctx: RequestContext): Promise<Caller> {
  const { name, roles } = accountsToSeed.adam
  const email = emailOf('adam')
  const { id } = await ctx.db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return {
    id,
    name,
    email,
    roles,
    translates: [],
    signsOffTranslations: false,
    sessionId: '',
    provedAt: ctx.now,
    secondFactorDueAt: null,
  }
}
