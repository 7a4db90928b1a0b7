import { report } from '../../../api/report.ts'
import { callRest } from '../../../api/rest.ts'

/** Deletes what is on the server on its way to another device; where that fails, its time ends it. */
export function forgetTransfer(lookup: string | undefined): void {
  if (lookup === undefined) return
  callRest('drafts/deleteTransfer', { lookup }).catch((error: unknown) => report('Sealed answers could not be deleted.', error))
}
