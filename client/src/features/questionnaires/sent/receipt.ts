import { deviceStorage, isRecord, readJson } from '../draft/device.ts'

/** What is kept of a response after it was sent: the anonymousId, while the tab is open. */
export interface Receipt {
  readonly name: string
  readonly anonymousId: string
  /** Whether the device is shared; then no receipt is stored. */
  readonly shared: boolean
}

const tab = deviceStorage('tab')
const key = 'portico.sent'

/** Returns the receipt of this questionnaire if it was sent in this tab. */
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
