import { defineEntity, p } from '@mikro-orm/postgresql'

/** The number of hits of a rate limit in its current window; shared by all replicas. */
export const RateCounter = defineEntity({
  name: 'RateCounter',
  tableName: 'rate_counter',
  properties: { key: p.text().primary(), windowStart: p.datetime(), hits: p.integer() },
})
