import { limits } from '@portico/shared/words/limits'
import { QueryClient } from '@tanstack/react-query'
import { isTransient } from './failure.ts'

/**
 * Creates the query cache (shared/spec/product.md#times): 3 retries, 1 s doubling to 30 s, entries kept for 5 min. Refusals are not
 * retried.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < limits.clientRetries && isTransient(error),
        retryDelay: (failures) => Math.min(limits.retryFirstMs * 2 ** failures, limits.retryMaxMs),
        gcTime: limits.cacheLifetimeMs,
      },
      // By default, a change made offline would wait for the network without a word, and be made whenever it is back.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
