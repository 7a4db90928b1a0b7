import type { ClientFailure } from '../../api/failure.ts'

/** The words for a refused link (shared/spec/product.md#error-messages): used up, not valid in the server's words, or unexpected. */
export function explainLink(usedUp: string) {
  return ({ id, message, issues }: ClientFailure): { message: string } | undefined => {
    if (issues.length > 0) return undefined
    switch (id) {
      case 'INVALID_CODE':
        return { message: usedUp }
      case 'INVALID_REQUEST':
        return { message }
      default:
        return { message: `Unexpected error: ${JSON.stringify({ error_id: id, message })}` }
    }
  }
}
