import { failureOf } from '../../../api/failure.ts'
import { callRest, type RestInput, type RestOutput } from '../../../api/rest.ts'
import { scannedId } from '@portico/shared/rules/scanned-id'

export type Status = RestOutput<'responses/getStatus'>

const path = 'responses/getStatus'

/** Asks where a respondent is; past a limit it works first, as signing in does. Throws `CallError`, with `NOT_FOUND` among them. */
export async function askStatus(input: RestInput<typeof path>): Promise<Status> {
  try {
    return await callRest(path, input)
  } catch (error) {
    const { challenge } = failureOf(error).details
    if (typeof challenge !== 'string') throw error
    const { solve } = await import('../../../api/proof-of-work.ts')
    return callRest(path, { ...input, proof: await solve(challenge, new AbortController().signal) })
  }
}

/** The number of the address, if it has one. It stands behind the #, which no browser sends to a server. */
export function numberInAddress(): string {
  return scannedId(location.hash.slice(1)) ?? ''
}

/** Takes the number out of the address and out of the history. Not while the page is being drawn: a new address has it drawn again. */
export function dropNumberFromAddress(): void {
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
}
