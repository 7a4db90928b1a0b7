import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from '../staff/account.ts'

/** A version of the terms that stay untranslated in every language; it never changes. If there is none, the shipped terms apply. */
export const Glossary = defineEntity({
  name: 'Glossary',
  tableName: 'glossary',
  properties: {
    version: p.integer().primary().autoincrement(false),
    terms: p.array(),
    savedAt: p.datetime(),
    savedBy: () => p.manyToOne(Account).deleteRule('no action'),
  },
})
