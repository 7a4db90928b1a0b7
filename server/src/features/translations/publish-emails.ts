import type { PublishEmailTexts } from '@portico/shared/contract/translations'
import { emailSourceName } from '@portico/shared/rules/translations'
import { languageOf } from '@portico/shared/words/languages'
import { templateKinds } from '@portico/shared/words/message-templates'
import { Failure } from '../../infra/failure.ts'
import { lock } from '../../infra/postgres/locks.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { getTemplate, saveTemplate } from '../messages/template-versions/templates.ts'
import { refuseFaulty } from './commands.ts'
import { findGlossary } from './glossary.ts'
import { findEmailTexts } from './sources/email-texts.ts'
import { findWritten, textsIn } from './translation-state.ts'

/**
 * Publishes what was written of the e-mails in these languages, as the next version of each e-mail that changes (shared/spec/contract.md#messages).
 * Throws `TRANSLATION_UNCHANGED`, `PLACES_CHANGED`, `TERMS_CHANGED`, and `INVALID_REQUEST` when somebody else published one meanwhile.
 */
export async function publishEmailTexts(ctx: RequestContext, { languages }: PublishEmailTexts): Promise<{ published: number }> {
  await lock(ctx.db, 'translations', emailSourceName)
  const { terms } = await findGlossary(ctx)
  const from = await findEmailTexts(ctx)
  const written = await findWritten(ctx, emailSourceName)
  let published = 0
  for (const tag of new Set(languages)) {
    const language = languageOf(tag)?.code
    const changed = textsIn(from, tag, written).filter(({ text, published: now }) => text !== '' && text !== now)
    if (language !== tag || changed.length === 0) throw new Failure('TRANSLATION_UNCHANGED')
    refuseFaulty(changed, terms)
    for (const kind of templateKinds.filter((one) => changed.some(({ identifier }) => identifier === one))) {
      const { version, texts } = await getTemplate(ctx, { kind, language })
      const own = changed
        .filter(({ identifier }) => identifier === kind)
        .map(({ key, text }) => [key.slice(kind.length + 1), text] as const)
      await saveTemplate(ctx, { kind, language, texts: { ...texts, ...Object.fromEntries(own) }, basedOn: version })
      published += 1
    }
  }
  return { published }
}
