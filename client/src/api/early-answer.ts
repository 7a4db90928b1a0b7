declare global {
  interface Window {
    /** Set by client/public/early.js: what was asked before the page's own code was there, by path. */
    earlyAnswers?: Map<string, { readonly body: string; readonly response: Promise<Response> }>
  }
}

// An answer that the first page had no need of is old news to a later one.
const freshMs = 60_000

/** The answer to exactly this call, once, if the page's first script has asked for it just now; undefined otherwise. */
export function takeEarlyAnswer(path: string, body: string | undefined): Promise<Response> | undefined {
  const early = window.earlyAnswers?.get(path)
  window.earlyAnswers?.delete(path)
  return early?.body === body && performance.now() < freshMs ? early?.response : undefined
}
