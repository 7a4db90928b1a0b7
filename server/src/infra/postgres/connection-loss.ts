const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '08000', '08003', '08006', '53300'])
const messages = /Connection (terminated|ended)|is not queryable|timeout exceeded when trying to connect/

/** Whether the database went away under this error, as it does when it restarts: nothing is wrong with what was asked of it. */
export function isConnectionLoss(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && codes.has(at.code)) return true
    if (messages.test(at.message)) return true
  }
  return false
}
