import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span, type Tracer } from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace'
import type { FailureId, FaultId } from '@portico/shared/words/failures'
import { factsOf } from '../error-facts.ts'
import type { Log } from '../log.ts'
import { outcomeOf } from '../metrics/metrics.ts'
import type { RequestSpan, SpanStart, TraceExport, Tracing } from './tracing.ts'

const flushMs = 1_000
const kinds: Record<SpanStart['kind'], SpanKind> = { call: SpanKind.INTERNAL, job: SpanKind.CONSUMER, transaction: SpanKind.CLIENT }

/** Sends spans to a collector in batches, in the background; spans that it does not accept in time are dropped. */
export function exportTraces(endpoint: string, log: Log): TraceExport {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const detected = detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'portico' }).merge(detected),
    spanProcessors: [new BatchSpanProcessor({ exporter: warnOnce(exporter, log) })],
  })
  return {
    tracing: createTracing(provider.getTracer('portico')),
    close: () => Promise.race([provider.shutdown().catch(() => {}), delay(flushMs, undefined, { ref: false })]),
  }
}

function createTracing(tracer: Tracer): Tracing {
  const activeContext = new AsyncLocalStorage<Context>()
  return {
    beginRequest({ method, requestId, traceparent }) {
      const parent = contextOf(traceparent)
      const attributes = { 'http.request.method': method, 'portico.request.id': requestId }
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
      return { context: trace.setSpan(parent, span), end: (answer) => endRequest(span, method, answer) }
    },
    async inSpan({ kind, name, requestId, request }, run) {
      const parent = request?.context ?? activeContext.getStore()
      if (!parent && kind === 'transaction') return run(() => {})
      const attributes = requestId === undefined ? {} : { 'portico.request.id': requestId }
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent ?? ROOT_CONTEXT)
      try {
        return await activeContext.run(trace.setSpan(parent ?? ROOT_CONTEXT, span), () => run((id) => recordError(span, id)))
      } catch (error) {
        span.setAttribute('error.type', factsOf(error).type)
        // A refusal rolls its transaction back, but is not an error.
        if (kind === 'job') span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
  }
}

// The accompanying `tracestate` can contain anything and is ignored.
function contextOf(traceparent: unknown): Context {
  const parent = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
}

function endRequest(span: Span, method: string, { route, status }: Parameters<RequestSpan['end']>[0]): void {
  if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route)
  if (status === undefined) span.setAttribute('error.type', 'aborted')
  else span.setAttribute('http.response.status_code', status)
  if (status !== undefined && status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

function recordError(span: Span, id: FailureId | FaultId): void {
  span.setAttribute('portico.error.id', id)
  if (outcomeOf(id) !== 'refused') span.setStatus({ code: SpanStatusCode.ERROR })
}

// Logged only once, because a collector that is down for a day would fill the log.
function warnOnce(exporter: SpanExporter, log: Log): SpanExporter {
  let warned = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.FAILED && !warned) {
          warned = true
          log.warn({ err: result.error }, 'traces could not be exported; this is said once')
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
