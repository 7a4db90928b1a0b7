import { deviceStorage, isRecord, readJson } from '../draft/device.ts'

/** What remains of a response once it was sent: the number, while the tab is open. */
export interface Receipt {
  readonly name: string
  readonly anonymousId: string
  /** Whether the device is shared; then the receipt is not kept at all. */
  readonly shared: boolean
}

const tab = deviceStorage('tab')
const key = 'portico.sent'

/** The receipt of this questionnaire, if one was sent in this tab. */
export function readReceipt(name: string): Receipt | undefined {
  const value = readJson(tab.read(key))
  if (!isRecord(value) || value.name !== name || typeof value.anonymousId !== 'string') return undefined
  return { name, anonymousId: value.anonymousId, shared: false }
}

export function keepReceipt(receipt: Receipt): void {
  tab.write(key, JSON.stringify(receipt))
}

export function forgetReceipt(): void {
  tab.remove(key)
}
