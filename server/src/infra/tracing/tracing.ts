import type { Context } from '@opentelemetry/api'
import type { FailureId, FaultId } from '@portico/shared/words/failures'
import type { Log } from '../log.ts'

/** What a span stands for. Transactions are recorded only within a call or a job. */
export interface SpanStart {
  readonly kind: 'call' | 'job' | 'transaction'
  /** One of our own names: the path of a call, or the name of a job. */
  readonly name: string
  readonly requestId?: string
  /** The request that a call came with; defaults to the span that is open around it. */
  readonly request?: RequestSpan | undefined
}

/** The span of an HTTP request. */
export interface RequestSpan {
  readonly context: Context
  /** `route` is the matched pattern, never the URL; `status` is undefined if the client disconnected before the response. */
  end(answer: { readonly route: string | undefined; readonly status: number | undefined }): void
}

/**
 * Reports durations and outcomes to a collector (shared/spec/operating.md#traces). As with metrics, spans contain names of calls and ids of
 * our own catalogs, never user input. The only other values are the ids of a `traceparent` and of requests, which identify nobody.
 */
export interface Tracing {
  /**
   * Returns undefined where tracing is off. `traceparent`: the header of that name (W3C Trace Context), by which the client says which
   * trace this request belongs to.
   */
  beginRequest(request: { readonly method: string; readonly requestId: string; readonly traceparent: unknown }): RequestSpan | undefined
  /** Runs `run` in a span. Errors that it throws pass through; an error that it returns as a result is reported with `failWith`. */
  inSpan<Result>(start: SpanStart, run: (failWith: (id: FailureId | FaultId) => void) => Promise<Result>): Promise<Result>
}

/** Records nothing. */
export const noTracing: Tracing = { beginRequest: () => undefined, inSpan: (_start, run) => run(() => {}) }

/** An open connection to a collector. */
export interface TraceExport {
  readonly tracing: Tracing
  /** Sends the remaining spans, for at most a second. */
  readonly close: () => Promise<void>
}

/** Opens tracing by OTLP over HTTP to this endpoint; without one, tracing is off and its libraries are not loaded. */
export async function openTracing(endpoint: string | undefined, log: Log): Promise<TraceExport> {
  if (endpoint === undefined) return { tracing: noTracing, close: async () => {} }
  const { exportTraces } = await import('./export-traces.ts')
  return exportTraces(endpoint, log)
}
