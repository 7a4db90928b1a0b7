import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { limits } from '@portico/shared/words/limits'
import type { Device } from './device.ts'
import { mergeAnswers, type TransferredDraft, type Difference } from './merge-drafts.ts'
import { newKey } from '../../../api/rest.ts'
import { readList, readRecord, readTexts, type DraftRecord, type Envelope, type DraftStep } from './draft-record.ts'

const answerPrefix = 'portico.answer.'
const listKey = 'portico.answers'
const recordKey = 'portico.draft'
const textsKey = 'portico.questionnaire'

/**
 * `device`: every answer so far is stored. `nowhere`: a shared device, nothing is stored. `failed`: storing failed. `preview`: nothing is
 * stored, and the answers are nobody's.
 */
export type Keeping = 'device' | 'nowhere' | 'failed' | 'preview'

export interface DraftState extends DraftRecord {
  readonly answers: Readonly<Record<string, string>>
  /** Loaded questions of the version that was begun, by language. */
  readonly texts: Readonly<Record<string, Questionnaire>>
  readonly keeping: Keeping
  /** True once the draft was sent or deleted, here or in another tab; its contents are gone. */
  readonly ended: boolean
}

/**
 * The answers to one questionnaire until they are sent (shared/spec/product.md#drafts-of-answers). Each answer is stored on the device
 * immediately, under the fixed prefix and in the index; on a shared device everything stays in memory.
 */
export class Draft {
  readonly #device: Device
  readonly #listeners = new Set<() => void>()
  #state: DraftState
  /** The answers on arrival at the current place. */
  #before: DraftState['answers']

  private constructor(device: Device, state: DraftState) {
    this.#device = device
    this.#state = state
    this.#before = state.answers
  }

  /**
   * Returns the draft stored on the device, if any. Deletes a draft without changes for `limits.draftKeptMs`, unless it is waiting to be
   * sent.
   */
  static recall(device: Device): Draft | undefined {
    const stored = readStoredDraft(device)
    if (stored && !stored.sending && Date.now() - stored.savedAt > limits.draftKeptMs) {
      clear(device)
      return undefined
    }
    return stored && new Draft(device, stored)
  }

  /** Returns a new draft of this version; clears any other draft on the device. */
  static begin(device: Device, { id, name }: Pick<Questionnaire, 'id' | 'name'>): Draft {
    clear(device)
    const record: DraftRecord = { name, questionnaireId: id, ...newRecordFields() }
    return new Draft(device, { ...record, answers: {}, texts: {}, keeping: 'device', ended: false })
  }

  /** Returns a draft for trying a questionnaire; writes and clears nothing on the device. */
  static preview({ id, name }: Pick<Questionnaire, 'id' | 'name'>): Draft {
    const record: DraftRecord = { name, questionnaireId: id, ...newRecordFields() }
    return new Draft(noDevice, { ...record, answers: {}, texts: {}, keeping: 'preview', ended: false })
  }

  readonly state = (): DraftState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sets an answer; the empty string removes it. Has no effect while the answers are being sent. */
  answer(identifier: string, value: string): void {
    if (this.#state.sending || this.#state.ended) return
    const { [identifier]: _, ...others } = this.#state.answers
    const answers = value === '' ? others : { ...others, [identifier]: value }
    const changedAt = { ...this.#state.changedAt, [identifier]: Date.now() }
    const isListed = value !== '' && identifier in this.#state.answers
    this.#setState({ answers, changedAt }, () => this.#storeAnswer(identifier, value, isListed))
  }

  goTo(place: DraftStep): void {
    if (place === this.#state.place) return
    const { answers, changed } = this.#state
    const nowChanged = Object.keys(this.#before).filter(
      (identifier) => answers[identifier] && answers[identifier] !== this.#before[identifier],
    )
    this.#before = answers
    this.#setState({ place, changed: [...new Set([...changed, ...nowChanged])] }, () => this.#storeRecord())
  }

  /** Returns what is transferred to another device. */
  transferredDraft(): TransferredDraft {
    const { name, questionnaireId, idempotencyKey, place, answers, changedAt, walkIn } = this.#state
    return { name, questionnaireId, idempotencyKey, place, answers, changedAt, walkIn }
  }

  /** Records the lookup name of the answers on the server, so that they can be deleted there. */
  setTransfer(transfer: string): void {
    this.#setState({ transfer }, () => this.#storeRecord())
  }

  /**
   * Merges the answers of another device, keeping the newer answer to each question, and returns the differences. Answers to another version
   * are only taken by a draft without any, which continues that version; otherwise returns undefined and changes nothing.
   */
  mergeTransferred(theirs: TransferredDraft, transfer: string): readonly Difference[] | undefined {
    const isEmpty = Object.keys(this.#state.answers).length === 0
    const { questionnaireId = this.#state.questionnaireId } = theirs
    const isSameVersion = theirs.questionnaireId === this.#state.questionnaireId
    if (!isSameVersion && (theirs.questionnaireId === undefined || !isEmpty)) return undefined
    const texts = isSameVersion ? this.#state.texts : {}
    const { answers, changedAt, differences } = mergeAnswers(this.#state, theirs)
    const { idempotencyKey } = theirs
    const walkIn = this.#state.walkIn ?? theirs.walkIn
    const place = isEmpty ? theirs.place : this.#state.place
    this.#before = answers
    if (this.#state.keeping !== 'nowhere') clear(this.#device)
    this.#setState({ questionnaireId, texts, answers, changedAt, idempotencyKey, transfer, place, walkIn }, () => this.#storeAll())
    return differences
  }

  /** Records that the draft was begun at the door of a workshop; `noted` fills in questions without an answer. */
  joinWalkIn(walkIn: string, noted: Readonly<Record<string, string>>): void {
    this.#setState({ walkIn, answers: { ...noted, ...this.#state.answers } }, () => this.#storeAll())
  }

  /** Sets the language of the questions if they are not available in the user's. */
  setReadingLanguage(readIn: string): void {
    this.#setState({ readIn }, () => this.#storeRecord())
  }

  /** Stores loaded questions of one language for offline use. */
  addTexts(questionnaire: Questionnaire): void {
    if (questionnaire.id !== this.#state.questionnaireId) return
    const texts = { ...this.#state.texts, [questionnaire.language]: questionnaire }
    this.#setState({ texts }, () => this.#storeTexts())
  }

  /** Freezes the answers for sending, until `thaw` or `end`. */
  freeze(sending: Envelope): void {
    this.#setState({ sending }, () => this.#storeRecord())
  }

  thaw(): void {
    this.#setState({ sending: undefined }, () => this.#storeRecord())
  }

  /** Stores everything on the device or, if it is shared, clears what is stored and stores nothing. */
  keepOnDevice(keep: boolean): void {
    clear(this.#device)
    this.#setState({ keeping: keep ? 'device' : 'nowhere' }, () => this.#storeAll())
  }

  /** Deletes the answers and starts over with the same version, as another response, maybe of somebody else. */
  restart(): void {
    clear(this.#device)
    this.#before = {}
    const ended = { transfer: undefined, walkIn: undefined, sending: undefined }
    this.#setState({ ...newRecordFields(), ...ended, answers: {} }, () => this.#storeAll())
  }

  /** Deletes everything, on the device and in memory. */
  end(): void {
    clear(this.#device)
    this.#state = { ...this.#state, answers: {}, texts: {}, sending: undefined, ended: true }
    this.#notify()
  }

  /**
   * Reads the device's storage again, because another tab may have written to it; not if storing failed, because the page then holds newer
   * answers.
   */
  reread(): void {
    if (this.#state.keeping !== 'device' || this.#state.ended) return
    const stored = readStoredDraft(this.#device)
    const same = stored && stored.idempotencyKey === this.#state.idempotencyKey
    this.#state = same ? { ...stored, place: this.#state.place } : { ...this.#state, ended: true }
    this.#notify()
  }

  #setState(change: Partial<DraftState>, store: () => boolean): void {
    this.#state = { ...this.#state, ...change, savedAt: Date.now() }
    if (isKept(this.#state)) {
      const stored = this.#state.keeping === 'failed' ? this.#storeAll() : store()
      this.#state = { ...this.#state, keeping: stored ? 'device' : 'failed' }
    }
    this.#notify()
  }

  #storeAnswer(identifier: string, value: string, isListed: boolean): boolean {
    const key = answerPrefix + identifier
    // The index first: only what it lists can be cleared later.
    const listed = (isListed || this.#storeList()) && this.#storeRecord()
    if (value !== '' && listed) return this.#write(key, value)
    this.#device.remove(key)
    return listed
  }

  // An answer that cannot be stored must not come back as it was before.
  #write(key: string, value: string): boolean {
    const isStored = this.#device.write(key, value)
    if (!isStored) this.#device.remove(key)
    return isStored
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

  // The texts are optional: failing to store them does not endanger the answers.
  #storeTexts(): boolean {
    this.#device.write(textsKey, JSON.stringify(Object.values(this.#state.texts)))
    return this.#storeRecord()
  }

  #storeAll(): boolean {
    if (this.#state.keeping === 'nowhere') return true
    const { answers } = this.#state
    const listed = this.#storeList()
    const stored = Object.entries(answers).map(([identifier, value]) => this.#write(answerPrefix + identifier, value))
    return this.#storeTexts() && listed && stored.every(Boolean)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

const noDevice: Device = { read: () => undefined, write: () => true, remove: () => {} }

function isKept({ keeping, ended }: DraftState): boolean {
  return !ended && keeping !== 'nowhere' && keeping !== 'preview'
}

/** Returns whether a storage key belongs to the draft; `null` means all keys. */
export function isDraftKey(key: string | null): boolean {
  return key === null || key === recordKey || key === listKey || key.startsWith(answerPrefix)
}

function newRecordFields(): Omit<DraftRecord, 'name' | 'questionnaireId' | 'sending'> {
  return { idempotencyKey: newKey(), place: 'start', savedAt: Date.now(), changed: [], changedAt: {} }
}

function readStoredDraft(device: Device): DraftState | undefined {
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
