import { expect, it } from 'vitest'

// Loading a scenario throws if the server code that its control changes is no longer there.
it('every control matches the server code that it changes', async () => {
  const { scenarios } = await import('./scenarios.ts')
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length)
})
