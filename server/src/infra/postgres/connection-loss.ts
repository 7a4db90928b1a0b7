// 57P01 to 57P05: the server was told to shut down or to end the session; 08…: connection exceptions; 25006: a standby, or a former
// primary.
const lossCodes = /^(57P0\d|08\w{3}|25006|53300|ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const lossMessages = /Connection (terminated|ended)|is not queryable/
// Out of disk space, memory or file handles, or a timeout: an immediate retry would only make it worse.
const shortageCodes = /^(53[124]00|58030|ETIMEDOUT|EMFILE|ENFILE)$/
const shortageMessages = /timeout exceeded when trying to connect|Query read timeout/

/** Returns whether the database connection was lost, as happens when the database restarts; the query itself was not at fault. */
export function isConnectionLoss(error: unknown): boolean {
  return hasCause(error, (cause, code) => lossCodes.test(code) || lossMessages.test(cause.message))
}

/** Returns whether the same request may succeed later: the database is gone, does not respond, or lacks disk, memory or connections. */
export function isOutage(error: unknown): boolean {
  return isConnectionLoss(error) || hasCause(error, (cause, code) => shortageCodes.test(code) || shortageMessages.test(cause.message))
}

function hasCause(error: unknown, matches: (cause: Error, code: string) => boolean): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if (matches(current, 'code' in current && typeof current.code === 'string' ? current.code : '')) return true
  return false
}
