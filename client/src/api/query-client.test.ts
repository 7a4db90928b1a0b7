import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { createQueryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

it('a change made offline fails at once, instead of waiting unseen for the network', async () => {
  onlineManager.setOnline(false)
  const change = new MutationObserver(createQueryClient(), { mutationFn: () => Promise.reject(new TypeError('Failed to fetch')) })
  await expect(change.mutate()).rejects.toThrow('Failed to fetch')
})
