import { withProof } from '../../../api/proof-of-work.ts'
import { callRest, type RestInput, type RestOutput } from '../../../api/rest.ts'

const path = 'responses/getStatus'

export type Status = RestOutput<typeof path>

/** Asks where a respondent is; past a limit it works first, as signing in does. Throws `CallError`, with `NOT_FOUND` among them. */
export function askStatus(input: RestInput<typeof path>): Promise<Status> {
  return withProof((proof) => callRest(path, { ...input, proof }))
}
