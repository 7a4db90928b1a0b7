import { deviceStorage } from '../draft/device.ts'
import { Draft } from '../draft/draft.ts'
import type { Questionnaire } from '@portico/shared/contract/questionnaires'

const device = deviceStorage('local')
/** The draft of this tab. It outlives the page, so that a look at another page loses nothing, on a shared device either. */
let held: Draft | undefined
/** Whoever said that the device is shared has said it for the next person too. */
let shared = false

/** The draft that this tab or the device holds, whatever its questionnaire. */
export function heldDraft(): Draft | undefined {
  if (held) shared = held.state().keeping === 'nowhere'
  if (!held || held.state().ended) held = Draft.recall(device)
  return held
}

/** Begins a draft of this version in place of whatever was held before. */
export function beginDraft(questionnaire: Questionnaire): Draft {
  heldDraft()
  held = Draft.begin(device, questionnaire)
  if (shared) held.keepOnDevice(false)
  return held
}
