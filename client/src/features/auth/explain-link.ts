import type { ClientFailure } from '../../api/failure.ts'

/**
 * Returns a function that maps a refused link to its message (shared/spec/product.md#error-messages): `usedUpMessage`, the server's message, or an
 * unexpected error.
 */
export function explainLink(usedUpMessage: string) {
  return ({ id, message, issues }: ClientFailure): { message: string } | undefined => {
    if (issues.length > 0) return undefined
    switch (id) {
      case 'INVALID_CODE':
        return { message: usedUpMessage }
      case 'INVALID_REQUEST':
        return { message }
      default:
        return { message: `Unexpected error: ${JSON.stringify({ error_id: id, message })}` }
    }
  }
}
