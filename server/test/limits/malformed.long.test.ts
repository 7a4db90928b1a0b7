import { expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../support/builders.ts'
import { openPortico } from '../support/harness.ts'
import { attack } from './malformed.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
await buildRespondent(portico)

it('ten thousand malformed requests over every call, REST and tRPC, cause no crash and reveal no internals', async () => {
  const tokens = await Promise.all(
    ([undefined, 'rosa', 'adam', 'ana', 'vera'] as const).map(async (member) => (await portico.as(member)).accessToken),
  )
  expect(await attack(portico.app, tokens, 10_000, 2026)).toEqual([])
}, 600_000)
