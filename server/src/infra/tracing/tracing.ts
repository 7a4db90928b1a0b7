import type { Context } from '@opentelemetry/api'
import type { FailureId, FaultId } from '@portico/shared/words/failures'
import type { Log } from '../log.ts'

/** What a span is of. A transaction is told of within a call or a job alone. */
export interface SpanStart {
  readonly kind: 'call' | 'job' | 'transaction'
  /** Of our own: the path of a call, the name of a job. */
  readonly name: string
  readonly requestId?: string
  /** The request that a call came with; left out: the span that is open around it. */
  readonly request?: RequestSpan | undefined
}

/** The span of an HTTP request. */
export interface RequestSpan {
  readonly context: Context
  /** `route` is the pattern that fitted, never the address; `status` is undefined where nobody waited for the answer. */
  end(answer: { readonly route: string | undefined; readonly status: number | undefined }): void
}

/**
 * Tells a collector what took how long and how it ended (shared/spec/operating.md#traces). As with metrics: names of calls and ids of our own
 * catalogs, never anything that somebody sent. Only the ids of a `traceparent` and of requests, which name no one, come besides.
 */
export interface Tracing {
  /** Undefined where nobody is told. `traceparent`: the header of that name (W3C Trace Context), by which whoever asks says what this belongs to. */
  beginRequest(asked: { readonly method: string; readonly requestId: string; readonly traceparent: unknown }): RequestSpan | undefined
  /** Runs `run` in a span of its own. What it throws passes through; what it answers in the form of an error it says to `failWith`. */
  inSpan<Result>(start: SpanStart, run: (failWith: (id: FailureId | FaultId) => void) => Promise<Result>): Promise<Result>
}

/** Tells nobody. */
export const noTracing: Tracing = { beginRequest: () => undefined, inSpan: (_start, run) => run(() => {}) }

/** Traces that go somewhere. */
export interface TraceExport {
  readonly tracing: Tracing
  /** Sends what has not been sent, for at most a second. */
  readonly close: () => Promise<void>
}

/** Traces that go by OTLP over HTTP to this address, without one nowhere; the libraries are loaded only then. */
export async function openTracing(endpoint: string | undefined, log: Log): Promise<TraceExport> {
  if (endpoint === undefined) return { tracing: noTracing, close: async () => {} }
  const { exportTraces } = await import('./export-traces.ts')
  return exportTraces(endpoint, log)
}
