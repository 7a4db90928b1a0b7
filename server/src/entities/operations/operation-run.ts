import { defineEntity, p } from '@mikro-orm/postgresql'

/** Operations that an operator schedules; an alert fires if one did not run. */
export const operations = ['backup', 'restore-drill', 'audit-verify'] as const
export type OperationName = (typeof operations)[number]

/** When each operation last finished and how many faults it found. */
export const OperationRun = defineEntity({
  name: 'OperationRun',
  tableName: 'operation_run',
  properties: {
    name: p.text().$type<OperationName>().primary().check("name in ('backup', 'restore-drill', 'audit-verify')"),
    finishedAt: p.datetime(),
    faults: p.integer(),
  },
})
