import { defineEntity, p } from '@mikro-orm/postgresql'

/** What an operator lets run from time to time, and is told of when it did not. */
export const operations = ['backup', 'restore-drill', 'audit-verify'] as const
export type OperationName = (typeof operations)[number]

/** When each of them ended last, and how many faults it found. */
export const OperationRun = defineEntity({
  name: 'OperationRun',
  tableName: 'operation_run',
  properties: {
    name: p.text().$type<OperationName>().primary().check("name in ('backup', 'restore-drill', 'audit-verify')"),
    finishedAt: p.datetime(),
    faults: p.integer(),
  },
})
