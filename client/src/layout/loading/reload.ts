const firstDelayMs = 1_000
const longestDelayMs = 30_000

/** Reloads the page unless there is no connection, which would replace it with the browser's own error page. */
export function reloadIfReachable(): void {
  void tryToReload()
}

/**
 * Reloads the page once the device has a connection again; returns a function that stops waiting. Devices say so before it works, so the
 * portal is asked again at growing intervals.
 */
export function reloadOnceConnected(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = new AbortController()
  const attempt = async (delayMs: number, signal: AbortSignal) => {
    if ((await tryToReload()) || signal.aborted) return
    timer = setTimeout(() => void attempt(Math.min(2 * delayMs, longestDelayMs), signal), delayMs)
  }
  const stop = () => {
    attempts.abort()
    clearTimeout(timer)
  }
  const begin = () => {
    stop()
    attempts = new AbortController()
    void attempt(firstDelayMs, attempts.signal)
  }
  addEventListener('online', begin)
  return () => {
    removeEventListener('online', begin)
    stop()
  }
}

/** Returns whether the portal answered, so that the page is being reloaded. */
async function tryToReload(): Promise<boolean> {
  try {
    await fetch(location.href, { method: 'HEAD' })
  } catch {
    return false
  }
  location.reload()
  return true
}
