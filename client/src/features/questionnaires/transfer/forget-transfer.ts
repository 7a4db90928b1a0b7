import { report } from '../../../api/report.ts'
import { callRest } from '../../../api/rest.ts'

/** Deletes the transferred answers from the server; if that fails, they expire there. */
export function forgetTransfer(lookup: string | undefined): void {
  if (lookup === undefined) return
  callRest('drafts/deleteTransfer', { lookup }).catch((error: unknown) => report('Sealed answers could not be deleted.', error))
}
