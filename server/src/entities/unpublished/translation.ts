import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from '../staff/account.ts'

/**
 * What a translator wrote or signed off for one text of a questionnaire, by its name, of the e-mails or of the screens (names that no questionnaire
 * can have): it becomes the text of respondents with the next version. The digests say which source it was made from, and which published text it was to replace.
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
