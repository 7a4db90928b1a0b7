import type { Upload } from '@portico/shared/contract/uploads'
import type { JudgedReview, openedReview, reviewLinks, sharedForReview } from '@portico/shared/contract/questionnaire-reviews'
import { checkAnswers } from '@portico/shared/rules/answers'
import { questionsIn, titleIn } from '@portico/shared/rules/definition'
import { judge } from '@portico/shared/rules/judging'
import { dayIn } from '@portico/shared/rules/red-rules'
import { limits } from '@portico/shared/words/limits'
import { hasAnswer } from '@portico/shared/words/question-types'
import { sql } from 'kysely'
import type { z } from 'zod'
import { Failure } from '../../../infra/failure.ts'
import { lockMaker } from '../../../infra/postgres/current-rights.ts'
import { inAuditedTransaction, inTransaction } from '../../../infra/postgres/transaction.ts'
import { callerOf, type HttpContext, type RequestContext, type Services } from '../../../infra/request-context.ts'
import { auditSubject } from '../../../infra/security/audit/audit.ts'
import { hashOfSecret, newSecret } from '../../../infra/security/encryption.ts'
import { readOrRefuse } from '../commands.ts'
import { matchLanguage } from '../queries.ts'
import { runPatterns } from '../patterns.ts'
import { findDefinition, storeDefinition } from '../sealed-definitions.ts'

// A draft belongs to no workshop yet, so answers are judged by the date in the default time zone of workshops.
const timeZone = 'America/Los_Angeles'

/**
 * Creates a review link for the draft in the three files without publishing it (shared/spec/contract.md#reviewing-a-draft). Throws the
 * upload's failures.
 */
export async function shareForReview(http: HttpContext, upload: Upload): Promise<z.output<typeof sharedForReview>> {
  const { definition, warnings } = await readOrRefuse(http, upload)
  return inAuditedTransaction(http, 'questionnaires.shareForReview', async (ctx) => {
    await lockMaker(ctx)
    const token = newSecret()
    const expiresAt = new Date(ctx.now.getTime() + limits.reviewLinkMs)
    const { id } = await ctx.db
      .insertInto('questionnaire_review')
      .values({
        name: upload.title,
        secretHash: hashOfSecret(token),
        sharedById: callerOf(ctx).id,
        createdAt: ctx.now,
        expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storeDefinition(ctx, 'reviewId', id, { definition })
    auditSubject(ctx, 'review link', id)
    return { id, token, expiresAt: expiresAt.toISOString(), warnings: [...warnings] }
  })
}

/** Lists the working links, newest first. */
export async function listReviewLinks(ctx: RequestContext): Promise<z.output<typeof reviewLinks>> {
  const rows = await workingLinks(ctx)
    .select(['questionnaire_review.id', 'questionnaire_review.name', 'definition', 'account.name as sharedBy'])
    .select(['questionnaire_review.createdAt', 'expiresAt'])
    .orderBy('questionnaire_review.id', 'desc')
    .execute()
  const links: z.output<typeof reviewLinks> = []
  for (const { definition, createdAt, expiresAt, ...row } of rows) {
    const draft = await findDefinition(ctx, 'reviewId', { id: row.id, definition })
    // Revoked meanwhile.
    if (!draft) continue
    links.push({ ...row, languages: [...draft.languages], createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() })
  }
  return links
}

/** Revokes a link and deletes its draft. Throws `NOT_FOUND`. */
export async function revokeReviewLink(ctx: RequestContext, { id }: { readonly id: number }): Promise<Record<string, never>> {
  const { numDeletedRows } = await ctx.db.deleteFrom('questionnaire_review').where('id', '=', id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'review link', id)
  return {}
}

/** Deletes the drafts that an account shared, with their links, when it stops being an admin's. */
export async function deleteReviewLinksOf(ctx: RequestContext, accountId: number): Promise<void> {
  const deleted = await ctx.db.deleteFrom('questionnaire_review').where('sharedById', '=', accountId).returning('id').execute()
  for (const { id } of deleted) auditSubject(ctx, 'review link', id)
}

/** Returns the draft behind a link in one language. Throws `INVALID_CODE` if the link no longer works. */
export async function openReview(
  ctx: RequestContext,
  { token, languageCode }: { readonly token: string; readonly languageCode: string },
): Promise<z.output<typeof openedReview>> {
  const { id, name, definition, expiresAt } = await findReview(ctx, token)
  const language = matchLanguage(definition, languageCode) ?? definition.defaultLanguage
  const title = titleIn(definition, language)
  const languages = [...definition.languages]
  const questions = questionsIn(definition, language, true)
  return {
    questionnaire: { id, name, ...(title && { title }), version: 0, language, languages, questions },
    expiresAt: expiresAt.toISOString(),
  }
}

/** Judges answers to a draft without storing anything. Throws `INVALID_CODE`, and `VALIDATION_ERROR` like a submission. */
export async function judgeReview(
  ctx: RequestContext,
  { token, answers: given }: { readonly token: string; readonly answers: Readonly<Record<string, string>> },
): Promise<JudgedReview> {
  const { definition } = await findReview(ctx, token)
  const questions = questionsIn(definition, definition.defaultLanguage, false)
  const today = dayIn(timeZone, ctx.now)
  const { issues, answers } = checkAnswers(questions, given, { today, fitsPattern: await runPatterns(questions, given) })
  if (issues.length > 0)
    throw new Failure('VALIDATION_ERROR', undefined, {
      issues: issues.map(({ identifier, fault, message }) => ({ path: ['answers', identifier], code: fault, message })),
    })
  const asking = definition.questions.filter(({ type }) => hasAnswer(type))
  const { judged, flags } = judge(asking, answers, today)
  const red = asking.filter((_question, place) => judged[place]?.initialFlag === 'red')
  return {
    flag: flags.current,
    red: red.map(({ identifier, redReason = '', redGuidance = '' }) => ({ identifier, reason: redReason, guidance: redGuidance })),
  }
}

async function findReview(ctx: RequestContext, token: string) {
  const found = await workingLinks(ctx)
    .select(['questionnaire_review.id', 'questionnaire_review.name', 'definition', 'expiresAt'])
    .where('secretHash', '=', hashOfSecret(token))
    .executeTakeFirst()
  const definition = found && (await findDefinition(ctx, 'reviewId', found))
  if (!definition) throw new Failure('INVALID_CODE')
  return { ...found, definition }
}

// A link works only while the account that shared it could still share one.
function workingLinks({ db, now }: RequestContext) {
  return db
    .selectFrom('questionnaire_review')
    .innerJoin('account', 'account.id', 'questionnaire_review.sharedById')
    .where('expiresAt', '>', now)
    .where('account.disabledAt', 'is', null)
    .where(sql<boolean>`account.roles && array['ADMIN_USER', 'ROOT_USER']`)
}

/** Deletes drafts whose links no longer work. */
export async function sweepReviews(services: Services): Promise<void> {
  await inTransaction(services, 'sweep', async (ctx) => {
    const working = workingLinks(ctx).select('questionnaire_review.id')
    await ctx.db.deleteFrom('questionnaire_review').where('id', 'not in', working).execute()
  })
}
