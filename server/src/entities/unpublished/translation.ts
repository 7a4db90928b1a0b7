import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from '../staff/account.ts'

/**
 * A text that a translator wrote or signed off, for a questionnaire (by its name), the e-mails or the screens (names that no questionnaire
 * can have). It is shown to respondents from the next version on. The digests identify the source it was made from and the published text
 * it replaces.
 */
export const Translation = defineEntity({
  name: 'Translation',
  tableName: 'translation',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    questionnaireName: p.text(),
    language: p.text(),
    textKey: p.text(),
    text: p.text(),
    sourceDigest: p.text(),
    replacedDigest: p.text(),
    revision: p.integer(),
    writtenBy: () => p.manyToOne(Account).deleteRule('no action'),
    writtenAt: p.datetime(),
    signedOffBy: () => p.manyToOne(Account).nullable().deleteRule('no action'),
    signedOffAt: p.datetime().nullable(),
  },
  uniques: [{ properties: ['questionnaireName', 'language', 'textKey'] }],
})
