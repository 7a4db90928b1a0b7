import { withProof } from '../../../api/proof-of-work.ts'
import { callRest, type RestInput, type RestOutput } from '../../../api/rest.ts'

const path = 'responses/getStatus'

export type Status = RestOutput<typeof path>

/**
 * Loads a respondent's status; past the rate limit, solves a proof of work first, as for sign-in. Throws `CallError`, for example with
 * `NOT_FOUND`.
 */
export function askStatus(input: RestInput<typeof path>): Promise<Status> {
  return withProof((proof) => callRest(path, { ...input, proof }))
}
