import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { limits } from '@portico/shared/words/limits'
import type { Device } from './device.ts'
import { mergeAnswers, type CarriedDraft, type Difference } from './merge-drafts.ts'
import { newKey } from '../../../api/rest.ts'
import { readList, readRecord, readTexts, type DraftRecord, type Envelope, type DraftStep } from './draft-record.ts'

const answerPrefix = 'portico.answer.'
const listKey = 'portico.answers'
const recordKey = 'portico.draft'
const textsKey = 'portico.questionnaire'

/** `device`: every answer so far is stored. `nowhere`: a shared device, nothing is. `failed`: the device refused. `preview`: nothing is, and none is anybody's. */
export type Keeping = 'device' | 'nowhere' | 'failed' | 'preview'

export interface DraftState extends DraftRecord {
  readonly answers: Readonly<Record<string, string>>
  /** The questions of the version that was begun, by language, as far as they were loaded. */
  readonly texts: Readonly<Record<string, Questionnaire>>
  readonly keeping: Keeping
  /** True once it was sent or given up, here or in another tab; what it held is gone. */
  readonly ended: boolean
}

/**
 * The answers to one questionnaire until they are sent (shared/spec/product.md#drafts-of-answers). Each answer is stored on the device at
 * once, under the fixed prefix and in the index list; on a shared device everything stays in memory.
 */
export class Draft {
  readonly #device: Device
  readonly #listeners = new Set<() => void>()
  #state: DraftState
  /** The answers as they were when one came to this place. */
  #before: DraftState['answers']

  private constructor(device: Device, state: DraftState) {
    this.#device = device
    this.#state = state
    this.#before = state.answers
  }

  /** The draft that the device holds, if any; after `limits.draftKeptMs` without a change it is deleted, unless it waits to be sent. */
  static recall(device: Device): Draft | undefined {
    const stored = recalled(device)
    if (stored && !stored.sending && Date.now() - stored.savedAt > limits.draftKeptMs) {
      clear(device)
      return undefined
    }
    return stored && new Draft(device, stored)
  }

  /** A new draft of this version; whatever the device held of another is cleared. */
  static begin(device: Device, { id, name }: Pick<Questionnaire, 'id' | 'name'>): Draft {
    clear(device)
    const record: DraftRecord = { name, questionnaireId: id, ...fresh() }
    return new Draft(device, { ...record, answers: {}, texts: {}, keeping: 'device', ended: false })
  }

  /** A draft to try a questionnaire with: nothing of it, and of what else the device holds, is written or cleared. */
  static preview({ id, name }: Pick<Questionnaire, 'id' | 'name'>): Draft {
    const record: DraftRecord = { name, questionnaireId: id, ...fresh() }
    return new Draft(noDevice, { ...record, answers: {}, texts: {}, keeping: 'preview', ended: false })
  }

  readonly state = (): DraftState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes an answer; the empty text takes it back. While the answers are being sent they stay as they are. */
  answer(identifier: string, value: string): void {
    if (this.#state.sending || this.#state.ended) return
    const { [identifier]: _, ...others } = this.#state.answers
    const answers = value === '' ? others : { ...others, [identifier]: value }
    const changedAt = { ...this.#state.changedAt, [identifier]: Date.now() }
    const isListed = value !== '' && identifier in this.#state.answers
    this.#become({ answers, changedAt }, () => this.#storeAnswer(identifier, value, isListed))
  }

  goTo(place: DraftStep): void {
    if (place === this.#state.place) return
    const { answers, changed } = this.#state
    const nowChanged = Object.keys(this.#before).filter(
      (identifier) => answers[identifier] && answers[identifier] !== this.#before[identifier],
    )
    this.#before = answers
    this.#become({ place, changed: [...new Set([...changed, ...nowChanged])] }, () => this.#storeRecord())
  }

  /** What goes along to another device, which then stands under this name on the server. */
  carried(): CarriedDraft {
    const { name, idempotencyKey, place, answers, changedAt } = this.#state
    return { name, idempotencyKey, place, answers, changedAt }
  }

  /** Notes the name under which the answers are on the server, so that they can be deleted there. */
  noteTransfer(transfer: string): void {
    this.#become({ transfer }, () => this.#storeRecord())
  }

  /** Takes the answers of another device, the newer one to each question. Gives where the two differed. */
  take(theirs: CarriedDraft, transfer: string): readonly Difference[] {
    const fresh = Object.keys(this.#state.answers).length === 0
    const { answers, changedAt, differences } = mergeAnswers(this.#state, theirs)
    const { idempotencyKey } = theirs
    const place = fresh ? theirs.place : this.#state.place
    this.#before = answers
    if (this.#state.keeping !== 'nowhere') clear(this.#device)
    this.#become({ answers, changedAt, idempotencyKey, transfer, place }, () => this.#storeAll())
    return differences
  }

  /** Notes that somebody at a workshop's door began this: what they noted answers what is not answered yet. */
  joinWalkIn(walkIn: string, noted: Readonly<Record<string, string>>): void {
    this.#become({ walkIn, answers: { ...noted, ...this.#state.answers } }, () => this.#storeAll())
  }

  /** Chooses the language of the questions, where they are not written in the reader's. */
  readIn(readIn: string): void {
    this.#become({ readIn }, () => this.#storeRecord())
  }

  /** Keeps the loaded questions of one language, so that they are there without a network. */
  addTexts(questionnaire: Questionnaire): void {
    if (questionnaire.id !== this.#state.questionnaireId) return
    const texts = { ...this.#state.texts, [questionnaire.language]: questionnaire }
    this.#become({ texts }, () => this.#storeTexts())
  }

  /** Freezes the answers: they are on their way until `thaw` or `end`. */
  freeze(sending: Envelope): void {
    this.#become({ sending }, () => this.#storeRecord())
  }

  thaw(): void {
    this.#become({ sending: undefined }, () => this.#storeRecord())
  }

  /** Keeps everything on the device, or, on a shared one, nothing: what is there is cleared at once. */
  keepOnDevice(keep: boolean): void {
    clear(this.#device)
    this.#become({ keeping: keep ? 'device' : 'nowhere' }, () => this.#storeAll())
  }

  /** Deletes the answers and begins again with the same version, as another response. */
  restart(): void {
    clear(this.#device)
    this.#before = {}
    this.#become({ ...fresh(), answers: {}, transfer: undefined, sending: undefined }, () => this.#storeAll())
  }

  /** Forgets everything, on the device and here. */
  end(): void {
    clear(this.#device)
    this.#state = { ...this.#state, answers: {}, texts: {}, sending: undefined, ended: true }
    this.#tell()
  }

  /** Looks at the device again, where another tab may have written. */
  reread(): void {
    if (!isKept(this.#state)) return
    const stored = recalled(this.#device)
    const same = stored && stored.idempotencyKey === this.#state.idempotencyKey
    this.#state = same ? { ...stored, place: this.#state.place } : { ...this.#state, ended: true }
    this.#tell()
  }

  #become(change: Partial<DraftState>, store: () => boolean): void {
    this.#state = { ...this.#state, ...change, savedAt: Date.now() }
    if (isKept(this.#state)) {
      const stored = this.#state.keeping === 'failed' ? this.#storeAll() : store()
      this.#state = { ...this.#state, keeping: stored ? 'device' : 'failed' }
    }
    this.#tell()
  }

  #storeAnswer(identifier: string, value: string, isListed: boolean): boolean {
    const key = answerPrefix + identifier
    if (value === '') this.#device.remove(key)
    // The list first: what stands under the prefix must be found again to be cleared.
    const listed = (isListed || this.#storeList()) && this.#storeRecord()
    return value === '' ? listed : listed && this.#device.write(key, value)
  }

  #storeList(): boolean {
    return this.#device.write(listKey, JSON.stringify(Object.keys(this.#state.answers)))
  }

  #storeRecord(): boolean {
    const { name, questionnaireId, idempotencyKey, place, savedAt, changed, changedAt, transfer, readIn, walkIn, sending } = this.#state
    const rest = { place, savedAt, changed, changedAt, transfer, readIn, walkIn, sending }
    const record: DraftRecord = { name, questionnaireId, idempotencyKey, ...rest }
    return this.#device.write(recordKey, JSON.stringify(record))
  }

  // The questions are a convenience: without them the answers are safe all the same.
  #storeTexts(): boolean {
    this.#device.write(textsKey, JSON.stringify(Object.values(this.#state.texts)))
    return this.#storeRecord()
  }

  #storeAll(): boolean {
    if (this.#state.keeping === 'nowhere') return true
    const { answers } = this.#state
    const listed = this.#storeList()
    const stored = Object.entries(answers).map(([identifier, value]) => this.#device.write(answerPrefix + identifier, value))
    return this.#storeTexts() && listed && stored.every(Boolean)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

const noDevice: Device = { read: () => undefined, write: () => true, remove: () => {} }

function isKept({ keeping, ended }: DraftState): boolean {
  return !ended && keeping !== 'nowhere' && keeping !== 'preview'
}

/** Whether a key of the device's storage belongs to the draft; `null` stands for all keys. */
export function isDraftKey(key: string | null): boolean {
  return key === null || key === recordKey || key === listKey || key.startsWith(answerPrefix)
}

function fresh(): Omit<DraftRecord, 'name' | 'questionnaireId' | 'sending'> {
  return { idempotencyKey: newKey(), place: 'start', savedAt: Date.now(), changed: [], changedAt: {} }
}

function recalled(device: Device): DraftState | undefined {
  const record = readRecord(device.read(recordKey))
  if (!record) return undefined
  const given = readList(device.read(listKey)).map((identifier) => [identifier, device.read(answerPrefix + identifier) ?? ''])
  const answers = Object.fromEntries(given.filter(([, value]) => value !== ''))
  return { ...record, answers, texts: readTexts(device.read(textsKey), record.questionnaireId), keeping: 'device', ended: false }
}

function clear(device: Device): void {
  for (const identifier of readList(device.read(listKey))) device.remove(answerPrefix + identifier)
  for (const key of [listKey, recordKey, textsKey]) device.remove(key)
}
