import type { PublishEmailTexts } from '@portico/shared/contract/translations'
import { faultsOfTemplate } from '@portico/shared/rules/message-templates'
import { emailSourceName } from '@portico/shared/rules/translations'
import { languageOf } from '@portico/shared/words/languages'
import { templateKinds, templateNames, templateTextNames } from '@portico/shared/words/message-templates'
import { Failure } from '../../infra/failure.ts'
import { lock } from '../../infra/postgres/locks.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { getTemplate, saveTemplate } from '../messages/template-versions/templates.ts'
import { refuseFaulty } from './commands.ts'
import { findGlossary } from './glossary.ts'
import { findEmailTexts } from './sources/email-texts.ts'
import { findWrittenTexts, refuseUnseen, textsIn } from './translation-state.ts'

/**
 * Publishes the written e-mail texts of these languages as the next version of each e-mail that changes (shared/spec/contract.md#messages).
 * Throws `TRANSLATION_UNCHANGED`, `TRANSLATION_CHANGED` if they are no longer what was `seen`, `PLACES_CHANGED`, `TERMS_CHANGED`, and
 * `INVALID_REQUEST` for a text that is invalid in an e-mail or if somebody else published one concurrently.
 */
export async function publishEmailTexts(ctx: RequestContext, { languages, seen }: PublishEmailTexts): Promise<{ published: number }> {
  await lock(ctx.db, 'translations', emailSourceName)
  const { terms } = await findGlossary(ctx)
  const from = await findEmailTexts(ctx)
  const written = await findWrittenTexts(ctx, emailSourceName)
  let published = 0
  for (const tag of new Set(languages)) {
    const language = languageOf(tag)?.code
    const texts = textsIn(from, tag, written)
    refuseUnseen(tag, texts, seen)
    const changed = texts.filter(({ text, published: now }) => text !== '' && text !== now)
    if (language !== tag || changed.length === 0) throw new Failure('TRANSLATION_UNCHANGED')
    refuseFaulty(changed, terms)
    for (const kind of templateKinds.filter((one) => changed.some(({ identifier }) => identifier === one))) {
      const { version, texts: before } = await getTemplate(ctx, { kind, language })
      const own = changed
        .filter(({ identifier }) => identifier === kind)
        .map(({ key, text }) => [key.slice(kind.length + 1), text] as const)
      const next = { ...before, ...Object.fromEntries(own) }
      const [wrong] = faultsOfTemplate(kind, next)
      if (wrong)
        throw new Failure('INVALID_REQUEST', `${templateNames[kind]}, ${templateTextNames[wrong.key] ?? wrong.key}: ${wrong.fault}.`)
      await saveTemplate(ctx, { kind, language, texts: next, basedOn: version })
      published += 1
    }
  }
  return { published }
}
