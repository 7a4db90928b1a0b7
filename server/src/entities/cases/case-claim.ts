import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from '../staff/account.ts'
import { Respondent } from '../respondent.ts'

/** The account that opened a case last and until when it counts as reading it. Not a lock: anyone who may see the case may take it over. */
export const CaseClaim = defineEntity({
  name: 'CaseClaim',
  tableName: 'case_claim',
  properties: {
    respondent: () => p.oneToOne(Respondent).primary().owner().deleteRule('cascade').updateRule('no action'),
    account: () => p.manyToOne(Account).deleteRule('cascade'),
    expiresAt: p.datetime(),
  },
  indexes: [{ name: 'case_claim_account', properties: ['account'] }],
})
