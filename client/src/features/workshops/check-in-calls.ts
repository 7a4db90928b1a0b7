import type { RespondentEntry } from '@portico/shared/contract/responses'
import { failureOf } from '../../api/failure.ts'
import { trpc } from '../../api/trpc.ts'
import { notGreen, type ScanResult } from './scan-result.tsx'

/** A check-in that was made here, so that it can be taken back. */
export interface Arrival {
  readonly anonymousId: string
  readonly name: string
  readonly at: string
}

/** What check-in asks and tells the server. */
export function useCheckIn(workshopName: string | undefined) {
  const utils = trpc.useUtils()
  const checkIn = trpc.workshops.respondentCheckIn.useMutation()
  const undo = trpc.workshops.undoCheckIn.useMutation()
  const refresh = () => utils.responses.invalidate()
  return {
    /** Checks someone in, or says why not. Never throws. `arrival` is set when they came in just now. */
    admit: async (anonymousId: string): Promise<{ scanResult: ScanResult; arrival?: Arrival }> => {
      const respondent = { anonymousId }
      try {
        const before = await utils.responses.getWorkshopGreenDotRespondent.fetch({ respondent }, { staleTime: 0 })
        const refusal = refusalOf(before, workshopName)
        if (refusal) return { scanResult: { ...refusal, anonymousId } }
        const { checkedInAt: at } = await checkIn.mutateAsync({ respondent })
        void refresh()
        const name = before.respondent.fullName
        return {
          scanResult: { kind: 'in', says: `Checked in ${clock(at)}`, detail: name, anonymousId },
          arrival: { anonymousId, name, at },
        }
      } catch (error) {
        void refresh()
        return { scanResult: { ...failed(error), anonymousId } }
      }
    },
    /** Takes a check-in back; throws what the server refuses with. */
    undo: async (anonymousId: string, reason: string): Promise<void> => {
      await undo.mutateAsync({ respondent: { anonymousId }, reason })
      await refresh()
    },
  }
}

function refusalOf(
  { respondent, checkedInAt }: RespondentEntry,
  workshopName: string | undefined,
): Omit<ScanResult, 'anonymousId'> | undefined {
  if (workshopName !== undefined && respondent.workshopName !== workshopName)
    return { kind: 'elsewhere', says: 'Other workshop, please see the desk', detail: `${respondent.fullName}: ${respondent.workshopName}` }
  return checkedInAt === null ? undefined : { kind: 'already', says: `Already in ${clock(checkedInAt)}`, detail: respondent.fullName }
}

// Anyone who is not green is not found, like anyone who does not exist: check-in learns no more than that.
function failed(error: unknown): Omit<ScanResult, 'anonymousId'> {
  const failure = failureOf(error)
  if (failure.id === 'NOT_FOUND') return { kind: 'not-green', says: notGreen, detail: '' }
  return { kind: 'failed', says: 'Not checked in, try again', detail: failure.message }
}

/** The time of day as check-in shows it, like 09:42, in the time zone of the device. */
export function clock(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return instant
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(date)
}
