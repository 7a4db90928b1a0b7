import { defineEntity, p } from '@mikro-orm/postgresql'
import { Agency } from './agency.ts'

/** A reason that the reviewers of an agency give often, sealed: it can name a case by what it says. */
export const ReasonTemplate = defineEntity({
  name: 'ReasonTemplate',
  tableName: 'reason_template',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    agency: () => p.manyToOne(Agency).deleteRule('cascade').updateRule('no action'),
    keyId: p.text(),
    wrappedKey: p.blob().$type<Buffer>(),
    sealed: p.blob().$type<Buffer>(),
  },
})
