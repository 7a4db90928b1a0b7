import { createServer } from 'node:http'
import { createMetrics, type Metrics } from './metrics.ts'
import { watchPortal, type Watched } from './portal-state.ts'

/** A running metrics endpoint. */
export interface MetricsServer {
  readonly metrics: Metrics
  /** Where Prometheus scrapes it. */
  readonly url: string
  /** Returns the current metrics in Prometheus's text format. */
  text(): Promise<string>
  close(): Promise<void>
}

/**
 * Serves `GET /metrics` on a separate port, apart from what respondents and staff can reach (shared/spec/operating.md#metrics). Concurrent
 * requests share one read of the database.
 */
export async function serveMetrics(listening: { readonly port: number; readonly host: string }, watched: Watched): Promise<MetricsServer> {
  const { Registry, collectDefaultMetrics } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  const metrics = await createMetrics(register)
  const readPortalState = await watchPortal(register, watched)
  let reading: Promise<string> | undefined
  const text = () =>
    (reading ??= readPortalState()
      .then(() => register.metrics())
      .finally(() => (reading = undefined)))
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    text().then(
      (body) => response.writeHead(200, { 'content-type': register.contentType }).end(body),
      () => response.writeHead(500).end(),
    )
    return undefined
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(listening.port, listening.host, resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : listening.port
  return {
    metrics,
    url: `http://${listening.host}:${port}/metrics`,
    text,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        register.clear()
      }),
  }
}
