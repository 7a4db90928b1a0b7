import { defineEntity, p } from '@mikro-orm/postgresql'
import type { LanguageCode } from '@portico/shared/words/languages'
import type { TemplateKind, TemplateTexts } from '@portico/shared/words/message-templates'
import { Account } from '../staff/account.ts'

/**
 * A published version of the texts of an e-mail to respondents, in one language; it never changes. If there is none, the shipped texts are
 * used.
 */
export const MessageTemplate = defineEntity({
  name: 'MessageTemplate',
  tableName: 'message_template',
  properties: {
    kind: p.text().$type<TemplateKind>().primary(),
    language: p.text().$type<LanguageCode>().primary(),
    version: p.integer().primary(),
    /** Null: the shipped texts are used again. */
    texts: p.json<TemplateTexts>().nullable(),
    createdAt: p.datetime(),
    createdBy: () => p.manyToOne(Account).deleteRule('no action'),
  },
})
