// 57P01 to 57P05: the server was told to shut down or to end the session; 08…: connection exceptions; 25006: a standby, or a former
// primary.
const lost = /^(57P0\d|08\w{3}|25006|53300|ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const lostMessages = /Connection (terminated|ended)|is not queryable/
// Out of disk space, memory or file handles, or a timeout: an immediate retry would only make it worse.
const lacking = /^(53[124]00|58030|ETIMEDOUT|EMFILE|ENFILE)$/
const lackingMessages = /timeout exceeded when trying to connect|Query read timeout/

/** Returns whether the database connection was lost, as happens when the database restarts; the query itself was not at fault. */
export function isConnectionLoss(error: unknown): boolean {
  return hasCause(error, (cause, code) => lost.test(code) || lostMessages.test(cause.message))
}

/** Returns whether the same request may succeed later: the database is gone, does not respond, or lacks disk, memory or connections. */
export function isOutage(error: unknown): boolean {
  return isConnectionLoss(error) || hasCause(error, (cause, code) => lacking.test(code) || lackingMessages.test(cause.message))
}

function hasCause(error: unknown, fits: (cause: Error, code: string) => boolean): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (fits(at, 'code' in at && typeof at.code === 'string' ? at.code : '')) return true
  return false
}
