import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { stopServer } from '../src/stopping.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from './support/builders.ts'
import { openPortico } from './support/harness.ts'
import { holdLock } from './support/held-lock.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)

it('a link that was asked for while Portico stops is still sent', async () => {
  const email = 'late@respondents.example'
  const anonymousId = await buildRespondent(portico, { email })
  await portico.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = portico.app.server.address() as AddressInfo
  const lock = await holdLock(portico, 'select from respondent where anonymous_id = $1 for update', [anonymousId])
  const response = await fetch(`http://127.0.0.1:${port}/api/privacy/sendLink`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ respondent: { anonymousId }, contact: email, kind: 'see' }),
  })
  expect(await response.json()).toEqual({ success: true, data: {} })
  await lock.untilWaiting(1)
  const closed = once(portico.app.server, 'close')
  const stopped = stopServer(portico.app)
  await closed
  await lock.release()
  await stopped
  expect(await portico.sql(`select from message where kind = 'privacy-link'`)).toHaveLength(1)
})
