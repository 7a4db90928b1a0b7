import { defineEntity, p } from '@mikro-orm/postgresql'
import type { StationKind } from '@portico/shared/words/stations'
import { Account } from '../staff/account.ts'
import { Respondent } from '../respondent.ts'

/** Somebody was moved on at a workshop. Rows are only ever added; where a person is follows from them and the check-in (`shared/src/rules/stations.ts`). */
export const StationMove = defineEntity({
  name: 'StationMove',
  tableName: 'station_move',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    respondent: () => p.manyToOne(Respondent).deleteRule('cascade'),
    /** Made by the device: the same move, sent again, is recognized by it. */
    eventId: p.uuid().unique(),
    /** Null: they left. */
    station: p.text().$type<StationKind>().nullable(),
    /** By the server's clock. */
    movedAt: p.datetime(),
    receivedAt: p.datetime(),
    account: () => p.manyToOne(Account).deleteRule('no action'),
    /** Null when no device was named. */
    deviceId: p.uuid().nullable(),
  },
  indexes: [{ name: 'station_move_respondent', properties: ['respondent', 'id'] }],
})
