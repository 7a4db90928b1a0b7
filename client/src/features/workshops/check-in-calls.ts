import type { RespondentEntry } from '@portico/shared/contract/responses'
import { failureOf } from '../../api/failure.ts'
import { trpc } from '../../api/trpc.ts'
import { useWorkshopTitles } from '../../layout/workshops/use-workshops.ts'
import { notGreen, type ScanResult } from './scan-result.tsx'

/** A check-in made on this page, kept so that it can be undone. */
export interface Arrival {
  readonly anonymousId: string
  readonly name: string
  readonly at: string
}

/** Returns the calls that check-in makes to the server. */
export function useCheckIn(workshopName: string | undefined) {
  const utils = trpc.useUtils()
  const titleOf = useWorkshopTitles()
  const checkIn = trpc.workshops.respondentCheckIn.useMutation()
  const undo = trpc.workshops.undoCheckIn.useMutation()
  const refresh = () => utils.responses.invalidate()
  return {
    /** Checks a respondent in, or returns the reason why not. Never throws. `arrival` is set for a new check-in. */
    admit: async (anonymousId: string): Promise<{ scanResult: ScanResult; arrival?: Arrival }> => {
      const respondent = { anonymousId }
      try {
        const before = await utils.responses.getWorkshopGreenDotRespondent.fetch({ respondent }, { staleTime: 0 })
        const refusal = refusalOf(before, workshopName, titleOf)
        if (refusal) return { scanResult: { ...refusal, anonymousId } }
        const { checkedInAt: at } = await checkIn.mutateAsync({ respondent })
        void refresh()
        const name = before.respondent.fullName
        return {
          scanResult: { kind: 'in', headline: `Checked in ${clockTime(at)}`, detail: name, anonymousId },
          arrival: { anonymousId, name, at },
        }
      } catch (error) {
        void refresh()
        return { scanResult: { ...failedResult(error), anonymousId } }
      }
    },
    /** Undoes a check-in; throws the server's refusal. */
    undo: async (anonymousId: string, reason: string): Promise<void> => {
      await undo.mutateAsync({ respondent: { anonymousId }, reason })
      await refresh()
    },
  }
}

function refusalOf(
  { respondent, checkedInAt }: RespondentEntry,
  workshopName: string | undefined,
  titleOf: (name: string) => string,
): Omit<ScanResult, 'anonymousId'> | undefined {
  if (workshopName !== undefined && respondent.workshopName !== workshopName)
    return {
      kind: 'elsewhere',
      headline: 'Other workshop, please see the desk',
      detail: `${respondent.fullName}: ${titleOf(respondent.workshopName)}`,
    }
  return checkedInAt === null
    ? undefined
    : { kind: 'already', headline: `Already in ${clockTime(checkedInAt)}`, detail: respondent.fullName }
}

// Respondents who are not green look the same as those who do not exist, so that check-in reveals nothing else about them.
function failedResult(error: unknown): Omit<ScanResult, 'anonymousId'> {
  const failure = failureOf(error)
  if (failure.id === 'NOT_FOUND') return { kind: 'not-green', headline: notGreen, detail: '' }
  return { kind: 'failed', headline: 'Not checked in, try again', detail: failure.message }
}

/** Returns the time of day as check-in shows it, such as 09:42, in the device's time zone. */
export function clockTime(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return instant
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(date)
}
