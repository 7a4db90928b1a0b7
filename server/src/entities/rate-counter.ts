import { defineEntity, p } from '@mikro-orm/postgresql'

/** How often someone did something in the current window; shared by all replicas. */
export const RateCounter = defineEntity({
  name: 'RateCounter',
  tableName: 'rate_counter',
  properties: { key: p.text().primary(), windowStart: p.datetime(), hits: p.integer() },
})
