import { deviceStorage } from '../draft/device.ts'
import { Draft } from '../draft/draft.ts'
import type { Questionnaire } from '@portico/shared/contract/questionnaires'

const device = deviceStorage('local')
/** The draft of this tab. It outlives the page, so that a look at another page loses nothing; on a shared device it ends there. */
let current: Draft | undefined
/** Anyone who said that the device is shared has said it for the next person too. */
let shared = false

/** The draft that this tab or the device holds, whatever its questionnaire. */
export function currentDraft(): Draft | undefined {
  if (current) shared = current.state().keeping === 'nowhere'
  if (!current || current.state().ended) current = Draft.recall(device)
  return current
}

/** Ends the draft of a shared device, which its owner has left; not one that waits to be sent. */
export function endSharedDraft(): void {
  const state = currentDraft()?.state()
  if (state?.keeping === 'nowhere' && !state.sending) current?.end()
}

/** Begins a draft of this version in place of whatever was current before. */
export function beginDraft(questionnaire: Questionnaire): Draft {
  currentDraft()
  current = Draft.begin(device, questionnaire)
  if (shared) current.keepOnDevice(false)
  return current
}
