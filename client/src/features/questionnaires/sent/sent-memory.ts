import { deviceStorage, isRecord, readJson } from '../draft/device.ts'

const device = deviceStorage('local')
const key = 'portico.sent-on'

/** Records on this device when answers to a questionnaire were sent, but not by whom or which. Not for shared devices. */
export function rememberSent(questionnaire: string): void {
  device.write(key, JSON.stringify({ ...readSentDates(), [questionnaire]: new Date().toISOString() }))
}

/** Returns when answers to this questionnaire were last sent from this device, as an ISO instant. */
export function lastSent(questionnaire: string): string | undefined {
  const instant = readSentDates()[questionnaire]
  return typeof instant === 'string' ? instant : undefined
}

function readSentDates(): Record<string, unknown> {
  const value = readJson(device.read(key))
  return isRecord(value) ? value : {}
}
