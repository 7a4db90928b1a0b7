import { deviceStorage } from '../draft/device.ts'
import { Draft } from '../draft/draft.ts'
import type { Questionnaire } from '@portico/shared/contract/questionnaires'

const device = deviceStorage('local')
/** The draft of this tab. It survives navigation to other pages, except on a shared device, where it ends. */
let current: Draft | undefined
/** Once the device was marked as shared, that also applies to the next person. */
let shared = false

/** Returns the draft of this tab or device, of any questionnaire. */
export function currentDraft(): Draft | undefined {
  if (current) shared = current.state().keeping === 'nowhere'
  if (!current || current.state().ended) current = Draft.recall(device)
  return current
}

/** Ends the draft of a shared device after its owner has left, unless it is waiting to be sent. */
export function endSharedDraft(): void {
  const state = currentDraft()?.state()
  if (state?.keeping === 'nowhere' && !state.sending) current?.end()
}

/** Begins a draft of this version, replacing the current one. */
export function beginDraft(questionnaire: Questionnaire): Draft {
  currentDraft()
  current = Draft.begin(device, questionnaire)
  if (shared) current.keepOnDevice(false)
  return current
}
