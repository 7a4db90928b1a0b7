import { defineEntity, p } from '@mikro-orm/postgresql'
import { Agency } from './agency.ts'

/** A reason that an agency's reviewers often give. It is sealed because its text can describe a case. */
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
