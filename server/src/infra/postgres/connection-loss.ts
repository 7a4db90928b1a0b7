// 57P01 to 57P05: it was told to end; 08…: connection exceptions; 25006: a standby, or a primary that has become one.
const lost = /^(57P0\d|08\w{3}|25006|53300|ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const lostMessages = /Connection (terminated|ended)|is not queryable/
// No disk, memory or file left, or no answer in time: asking again at once would only make it worse.
const lacking = /^(53[124]00|58030|ETIMEDOUT)$/
const lackingMessages = /timeout exceeded when trying to connect|Query read timeout/

/** Whether the database went away under this error, as it does when it restarts: nothing is wrong with what was asked of it. */
export function isConnectionLoss(error: unknown): boolean {
  return hasCause(error, (cause, code) => lost.test(code) || lostMessages.test(cause.message))
}

/** Whether what was asked may work later: the database went away, does not answer, or lacks disk, memory or connections. */
export function isOutage(error: unknown): boolean {
  return isConnectionLoss(error) || hasCause(error, (cause, code) => lacking.test(code) || lackingMessages.test(cause.message))
}

function hasCause(error: unknown, fits: (cause: Error, code: string) => boolean): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (fits(at, 'code' in at && typeof at.code === 'string' ? at.code : '')) return true
  return false
}
