import type { checked, uploaded, uploadProblems } from '@portico/shared/contract/questionnaires'
import type { Upload } from '@portico/shared/contract/uploads'
import { questionsIn, titleIn, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { redChoices } from '@portico/shared/rules/red-rules'
import type { z } from 'zod'
import { inAuditedTransaction, inReadContext } from '../../infra/postgres/transaction.ts'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { changedMeanwhile } from '../../infra/postgres/row-versions.ts'
import { lock } from '../../infra/postgres/locks.ts'
import { Failure } from '../../infra/failure.ts'
import type { HttpContext, RequestContext } from '../../infra/request-context.ts'
import { findNewest } from './definitions.ts'
import { formatRedRule } from './import/metadata/red-rule-text.ts'
import { readUpload } from './import/upload.ts'
import { storeDefinition } from './sealed-definitions.ts'
import { differenceOf } from './versions/difference.ts'

/**
 * Publishes a questionnaire from its three files; if the name exists, as its next version (shared/spec/questionnaire-files.md#request).
 * Nothing is stored unless all files are valid. Throws the upload's failures, and `CHANGED_MEANWHILE`.
 */
export async function addQuestionnaire(ctx: HttpContext, upload: Upload): Promise<z.output<typeof uploaded>> {
  const { definition, warnings } = await readOrRefuse(ctx, upload)
  const template = Buffer.from(upload.templateFile?.bytes ?? [])
  return inAuditedTransaction(ctx, 'questionnaires.addNewFullQuestionnaire', async (ctx) => ({
    ...(await publish(ctx, upload.title, { definition, template }, upload.ifVersion)),
    warnings: [...warnings],
  }))
}

/**
 * Checks the three files without storing anything. Returns the questionnaire in each language, the answers that would be red, and the
 * changes from the published version. Throws the upload's failures.
 */
export async function checkFiles(http: HttpContext, upload: Upload): Promise<z.output<typeof checked>> {
  const { definition, warnings } = await readOrRefuse(http, upload)
  const newest = await inReadContext(http, 'questionnaires.checkFiles', (ctx) => findNewest(ctx, upload.title))
  const languages = [...definition.languages]
  const questionnaires = languages.map((language) => {
    const title = titleIn(definition, language)
    return { name: upload.title, ...(title && { title }), language, languages, questions: questionsIn(definition, language, true) }
  })
  const redRules = definition.questions.flatMap(({ identifier, redWhen, options }) =>
    redWhen ? { identifier, rule: formatRedRule(redWhen), choices: redChoices({ redWhen, options }) } : [],
  )
  const published = newest && { version: newest.version, difference: differenceOf(newest.definition, definition) }
  return { questionnaires, redRules, ...(published && { published }), warnings: [...warnings] }
}

/** Returns every problem of the three files at every location; empty if they are valid. Throws if a file is missing. */
export async function getUploadProblems(http: HttpContext, upload: Upload): Promise<z.output<typeof uploadProblems>> {
  const outcome = await readUpload(upload, http.caller)
  if (outcome.ok) return { problems: [] }
  if (outcome.problems.length === 0) throw new Failure(outcome.id, outcome.message)
  return { problems: [...outcome.problems] }
}

/** Reads the files of an upload. Call it before starting a transaction, because it may take seconds. Throws the upload's failures. */
export async function readOrRefuse({ caller }: HttpContext, upload: Upload) {
  const outcome = await readUpload(upload, caller)
  if (!outcome.ok) throw new Failure(outcome.id, outcome.message)
  return outcome
}

/**
 * Stores a checked questionnaire as the next version of its name. Throws `CHANGED_MEANWHILE` unless `ifVersion`, if given, is its newest
 * version (0: it does not exist yet).
 */
export async function publish(
  ctx: RequestContext,
  name: string,
  { definition, template }: { readonly definition: QuestionnaireDefinition; readonly template: Buffer },
  ifVersion?: number,
) {
  // Serializes concurrent uploads of the same name, so that version numbers have no gaps.
  await lock(ctx.db, 'questionnaireVersions', name)
  const last = await ctx.db
    .selectFrom('questionnaire')
    .select(['version', 'uploadedAt as savedAt', 'uploadedById as savedById'])
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const current = last?.version ?? 0
  if (ifVersion !== undefined && ifVersion !== current) throw await changedMeanwhile(ctx, last)
  const version = current + 1
  const questionCount = definition.questions.length
  const languages = [...definition.languages]
  const { id } = await ctx.db
    .insertInto('questionnaire')
    .values({ name, version, languages, questionCount, uploadedById: ctx.caller?.id ?? null, uploadedAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeDefinition(ctx, 'questionnaireId', id, { definition, template })
  auditSubject(ctx, 'questionnaire', id)
  return { id, name, version, languages, questionCount }
}
