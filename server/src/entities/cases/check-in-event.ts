import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from '../staff/account.ts'
import { Respondent } from '../respondent.ts'

/**
 * A check-in or its undoing, as a device recorded it. Rows are only ever added; `checkedInAt` of the respondent follows from all of them
 * (`shared/src/rules/check-ins.ts`). Why a check-in was undone is sealed, as a decision.
 */
export const CheckInEvent = defineEntity({
  name: 'CheckInEvent',
  tableName: 'check_in_event',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    respondent: () => p.manyToOne(Respondent).deleteRule('cascade'),
    /** Made by the device: the same event, sent again, is recognized by it. */
    eventId: p.uuid().unique(),
    kind: p.text().$type<'in' | 'undo'>().check("kind in ('in', 'undo')"),
    /** The events that an undoing is about. */
    undoes: p.array(),
    counts: p.boolean(),
    /** By the server's clock. */
    happenedAt: p.datetime(),
    receivedAt: p.datetime(),
    /** Null for respondents who checked themselves in. */
    account: () => p.manyToOne(Account).nullable().deleteRule('no action'),
    /** Null when no device was named. */
    deviceId: p.uuid().nullable(),
  },
  indexes: [{ name: 'check_in_event_respondent', properties: ['respondent', 'id'] }],
})
