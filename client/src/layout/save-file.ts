import { CallError, post, type RestInput, type RestPath } from '../api/rest.ts'
import { session } from '../api/session/session.ts'
import { saveBlob } from '../ui/media/save-blob.ts'

/**
 * Fetches a file from a documented `/api` path with the bearer token and has the browser save it as `fileName`.
 * @throws CallError if refused; shared/spec/product.md#error-messages then shows 'Failed to retrieve file'
 */
export async function saveFile<Path extends RestPath>(path: Path, input: RestInput<Path>, fileName: string): Promise<void> {
  const response = await postSignedIn(path, input)
  if (response.headers.get('content-type')?.startsWith('application/json')) throw new CallError(response.status, await response.json())
  saveBlob(await response.blob(), fileName)
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
