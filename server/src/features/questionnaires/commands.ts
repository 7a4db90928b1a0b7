import type { Upload, checked, uploaded } from '@portico/shared/contract/questionnaires'
import { questionsIn, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../api/context.ts'
import { unitOfWork } from '../../api/procedures.ts'
import { note } from '../../infra/audit.ts'
import { Failure } from '../../infra/failure.ts'
import type { Work } from '../../infra/work.ts'
import { readUpload } from './import/upload.ts'

/**
 * Publishes a questionnaire from its three files; under an existing name, its next version (questionnaire-files 2.1). Nothing is
 * stored unless all files pass. Throws the upload's refusals.
 */
export async function addQuestionnaire(ctx: Context, upload: Upload): Promise<z.output<typeof uploaded>> {
  const { definition, warnings } = await read(ctx, upload)
  const template = Buffer.from(upload.templateFile?.bytes ?? [])
  return unitOfWork(ctx, 'questionnaires.addNewFullQuestionnaire', async (work) => ({
    ...(await publish(work, upload.title, definition, template)),
    warnings: [...warnings],
  }))
}

/** Checks the three files and stores nothing; answers the questionnaire as it would be in each language. Throws the upload's refusals. */
export async function checkFiles(ctx: Context, upload: Upload): Promise<z.output<typeof checked>> {
  const { definition, warnings } = await read(ctx, upload)
  const languages = [...definition.languages]
  const questionnaires = languages.map((language) => ({
    name: upload.title,
    language,
    languages,
    questions: questionsIn(definition, language, true),
  }))
  return { questionnaires, warnings: [...warnings] }
}

// Files are read before any transaction begins: it may take seconds.
async function read(ctx: Context, upload: Upload) {
  if (ctx.caller) await ctx.deps.rates.spend('uploadPerAccount', String(ctx.caller.id))
  const outcome = await readUpload(upload)
  if (!outcome.ok) throw new Failure(outcome.id, outcome.message)
  return outcome
}

/** Stores a checked questionnaire as the next version of its name. */
export async function publish(work: Work, name: string, definition: QuestionnaireDefinition, template: Buffer) {
  // Two admins may upload the same name at once: one after the other, so that versions count without a gap.
  await sql`select pg_advisory_xact_lock(hashtext(${`questionnaire:${name}`}))`.execute(work.db)
  const last = await work.db
    .selectFrom('questionnaire')
    .select((select) => select.fn.max('version').as('version'))
    .where('name', '=', name)
    .executeTakeFirst()
  const version = (last?.version ?? 0) + 1
  const questionCount = definition.questions.length
  const languages = [...definition.languages]
  const { id } = await work.db
    .insertInto('questionnaire')
    .values({ name, version, languages, questionCount, definition, template, uploadedById: work.caller?.id ?? null, uploadedAt: work.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  note(work, 'questionnaire', id)
  return { id, name, version, languages, questionCount }
}
