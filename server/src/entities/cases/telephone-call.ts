import { defineEntity, p } from '@mikro-orm/postgresql'
import type { CallOutcome } from '@portico/shared/words/contact'
import { Account } from '../staff/account.ts'
import { Respondent } from '../respondent.ts'

/** A telephone call to a respondent, as recorded by staff. `callAgainOn` is a calendar date (YYYY-MM-DD). The newest call counts. */
export const TelephoneCall = defineEntity({
  name: 'TelephoneCall',
  tableName: 'telephone_call',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    respondent: () => p.manyToOne(Respondent).deleteRule('cascade'),
    account: () => p.manyToOne(Account),
    outcome: p.text().$type<CallOutcome>().check("outcome in ('reached', 'no-answer', 'call-again')"),
    callAgainOn: p.date().nullable(),
    calledAt: p.datetime(),
  },
  checks: [{ name: 'telephone_call_again', expression: "(call_again_on is not null) = (outcome = 'call-again')" }],
  indexes: [{ name: 'telephone_call_respondent', properties: ['respondent', 'id'] }],
})
