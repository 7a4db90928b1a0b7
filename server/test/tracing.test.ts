import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { endpointsOf } from '../src/api/rest.ts'
import { appRouter } from '../src/api/root.ts'
import { createLog } from '../src/infra/log.ts'
import { inTransaction } from '../src/infra/postgres/transaction.ts'
import { jobNames } from '../src/infra/queue.ts'
import { openTracing, type Tracing } from '../src/infra/tracing/tracing.ts'
import { buildAnswers, buildQuestionnaire, buildWorkshop, questionnaireName } from './support/builders.ts'
import { openPortico } from './support/harness.ts'

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: number } }[]
  readonly status: { readonly code: number }
}

/** Opens a collector that records what it was sent; responds with this status, or never if undefined. */
async function openCollector(status?: number) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body)
      if (status !== undefined) response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  const asked = once(server, 'request')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
  return { bodies, asked, endpoint }
}

interface Sent {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[]
}

function spansIn(bodies: readonly string[]): Span[] {
  const sent = bodies.map((body) => JSON.parse(body) as Sent)
  return sent.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
}

function attributesOf(span: Span | undefined): Record<string, unknown> {
  return Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
}

const lines: string[] = []
const log = createLog('warn', { write: (line) => void lines.push(line) })
const collector = await openCollector(200)
const traces = await openTracing(collector.endpoint, log)
const portico = await openPortico({ tracing: traces.tracing })
await buildQuestionnaire(portico)
await buildWorkshop(portico)

const canary = 'zqxcanary'
const [traceId, parentId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
const keys = ['error.type', 'http.request.method', 'http.response.status_code', 'http.route', 'portico.error.id', 'portico.request.id']
const names = ['transaction', 'send-messages', 'send-webhooks', ...jobNames, ...endpointsOf(appRouter).map(({ path }) => path)]

// Some tests replace the portal's tracing.
afterEach(() => void Object.assign(portico.services, { tracing: traces.tracing }))

/** Creates enough spans to fill a batch. */
async function fillBatch(tracing: Tracing): Promise<void> {
  for (let made = 0; made < 512; made += 1) await tracing.inSpan({ kind: 'job', name: 'sweep' }, async () => {})
}

describe('traces', () => {
  it('report requests, calls, transactions and jobs to a collector, without personal data', async () => {
    const visitor = await portico.as()
    const answers = await buildAnswers({ fullName: `${canary} Reyes`, email: `${canary}@respondents.example` })
    const headers = { traceparent: `00-${traceId}-${parentId}-01`, tracestate: `vendor=${canary}`, 'user-agent': canary }
    await visitor.rest('responses/addNewQuestionnaireResponse', { name: questionnaireName, language: 'en', answers }, headers)
    await visitor.rest('auth/login/local', { email: `${canary}@staff.example`, password: canary })
    await (await portico.as('adam')).rest('responses/getAllResponses', { filter: { query: canary } })
    for (const url of [`/api/${canary}`, `/trpc/${canary},auth.checkLink?batch=1`, `/${canary}?${canary}`])
      await portico.app.inject({ url, headers: { traceparent: canary } })
    await inTransaction(portico.services, 'test', ({ em }) => portico.services.queue.send(em, 'chain-audit', [{}]))
    portico.mailWorks(false)
    await portico.drain()
    await traces.close()

    const spans = spansIn(collector.bodies)
    const named = (name: string) => spans.find((span) => span.name === name)
    const request = named('POST /api/responses/addNewQuestionnaireResponse')
    expect(request).toMatchObject({ traceId, parentSpanId: parentId })
    expect(attributesOf(request)).toMatchObject({
      'http.response.status_code': 200,
      'portico.request.id': expect.stringMatching(/^[\da-f-]{36}$/),
    })
    const call = named('responses.addNewQuestionnaireResponse')
    expect(call).toMatchObject({ traceId, parentSpanId: request?.spanId })
    expect(spans.find(({ parentSpanId }) => parentSpanId === named('auth.login.local')?.spanId)?.name).toBe('transaction')
    expect(attributesOf(named('auth.login.local'))).toMatchObject({ 'portico.error.id': 'INVALID_CREDENTIALS' })
    expect(named('auth.login.local')?.status.code).toBe(0)
    expect(named('chain-audit')?.status.code).toBe(0)
    expect(named('send-messages')?.status.code).toBe(2)

    expect(collector.bodies.join('\n')).not.toMatch(new RegExp(`${canary}|@|adam|reyes`, 'i'))
    expect([...new Set(spans.flatMap((span) => span.attributes.map(({ key }) => key)))].filter((key) => !keys.includes(key))).toEqual([])
    const requests = /^(GET|POST)( \/(api|trpc)\/\S+| \/?\*)?$/
    expect(spans.map((span) => span.name).filter((name) => !names.includes(name) && !requests.test(name))).toEqual([])
  })

  it('delay neither requests nor shutdown if the collector does not respond', async () => {
    const silent = await openCollector()
    const { tracing, close } = await openTracing(silent.endpoint, log)
    await fillBatch(tracing)
    await silent.asked
    Object.assign(portico.services, { tracing })
    expect((await (await portico.as()).rest('auth/login/local', { email: 'a@b.example', password: canary })).status).toBe(401)
    await close()
  })

  it('control: are not sent without the setting', async () => {
    const alone = await openCollector(200)
    const answers = async (endpoint: string | undefined) => {
      const { tracing, close } = await openTracing(endpoint, log)
      Object.assign(portico.services, { tracing })
      await (await portico.as()).rest('auth/login/local', { email: 'a@b.example', password: canary })
      await close()
      return alone.bodies.length
    }
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', alone.endpoint)
    expect(await answers(undefined)).toBe(0)
    expect(await answers(alone.endpoint)).toBe(1)
    vi.unstubAllEnvs()
  })

  it('are logged once if refused', async () => {
    lines.length = 0
    const refusing = await openCollector(400)
    const { tracing, close } = await openTracing(refusing.endpoint, log)
    await fillBatch(tracing)
    await fillBatch(tracing)
    await close()
    expect(refusing.bodies.length).toBeGreaterThan(1)
    expect(lines).toEqual([expect.stringContaining('traces could not be exported')])
  })
})
