import type { Difference } from '@portico/shared/contract/questionnaires'
import { Failure } from '../../../infra/failure.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { publish } from '../commands.ts'
import { findPublished } from '../definitions.ts'
import { findTemplate } from '../sealed-definitions.ts'
import { differenceOf } from './difference.ts'

/** Returns the changes from one stored version to another, including the template. Throws `NOT_FOUND`. */
export async function compareVersions(ctx: RequestContext, { from, to }: { from: number; to: number }): Promise<Difference> {
  const [before, after] = [await storedVersion(ctx, from), await storedVersion(ctx, to)]
  const { questionnaire, questions } = differenceOf(before.definition, after.definition)
  const template =
    Buffer.compare(before.template, after.template) === 0 ? [] : [{ what: 'template', before: 'another file', after: 'another file' }]
  return { questionnaire: [...questionnaire, ...template], questions }
}

/**
 * Publishes a version again as the next version of its name. Existing versions stay, and responses keep the version they were given for.
 * Throws `NOT_FOUND`.
 */
export async function publishAgain(ctx: RequestContext, { id }: { id: number }) {
  const { name, definition, template } = await storedVersion(ctx, id)
  return publish(ctx, name, { definition, template })
}

async function storedVersion(ctx: RequestContext, id: number) {
  const published = await findPublished(ctx, id)
  if (!published) throw new Failure('NOT_FOUND')
  return { ...published, template: await findTemplate(ctx, id) }
}
