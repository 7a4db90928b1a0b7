import { CallError, post, type RestInput, type RestPath } from './rest.ts'
import { session } from './session/session.ts'

/**
 * Fetches a file from a documented `/api` path with the bearer token and has the browser save it as `fileName`.
 * @throws CallError if refused; shared/spec/product.md#error-messages then shows 'Failed to retrieve file'
 */
export async function saveFile<Path extends RestPath>(path: Path, input: RestInput<Path>, fileName: string): Promise<void> {
  const response = await postSignedIn(path, input)
  if (response.headers.get('content-type')?.startsWith('application/json')) throw new CallError(response.status, await response.json())
  downloadBlob(await response.blob(), fileName)
}

/** Has the browser save a text as `fileName`. */
export function saveText(text: string, fileName: string): void {
  downloadBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), fileName)
}

function downloadBlob(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Refreshes an expired token and retries once. */
async function postSignedIn<Path extends RestPath>(path: Path, input: RestInput<Path>): Promise<Response> {
  const seen = session.state().version
  try {
    return await post(path, input, { token: session.accessToken() })
  } catch (error) {
    const canRetry = error instanceof CallError && error.status === 401 && (await session.refresh(seen))
    if (!canRetry) throw error
    return post(path, input, { token: session.accessToken() })
  }
}
