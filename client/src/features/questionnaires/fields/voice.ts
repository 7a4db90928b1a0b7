import { languageOf } from '@portico/shared/words/languages'
import { useSyncExternalStore } from 'react'

/** Slightly slower than the default rate. */
const rate = 0.9

let reading: string | undefined
/** Kept until spoken: some browsers garbage-collect unreferenced utterances and then never fire `end`. */
let utterances: SpeechSynthesisUtterance[] = []
const listeners = new Set<() => void>()

/** Returns a local voice for this language; undefined if there is none, because a remote voice would send the text off the device. */
export function useVoice(language: string): SpeechSynthesisVoice | undefined {
  return useSyncExternalStore(subscribeToVoices, () => voiceFor(language))
}

/** Returns the name of what is being read aloud. */
export function useReading(): string | undefined {
  return useSyncExternalStore(subscribe, () => reading)
}

/** Reads texts aloud in sequence, interrupting what was being read. */
export function readOut(name: string, texts: readonly string[], voice: SpeechSynthesisVoice): void {
  stopReading()
  utterances = texts.map((text) => {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.rate = rate
    return utterance
  })
  const last = utterances.at(-1)
  if (!last) return
  const end = () => {
    if (utterances.includes(last)) setReading(undefined)
  }
  last.addEventListener('end', end)
  for (const utterance of utterances) utterance.addEventListener('error', end)
  for (const utterance of utterances) speechSynthesis.speak(utterance)
  setReading(name)
}

export function stopReading(): void {
  if (reading === undefined) return
  utterances = []
  speechSynthesis.cancel()
  setReading(undefined)
}

function voiceFor(language: string): SpeechSynthesisVoice | undefined {
  if (typeof speechSynthesis === 'undefined') return undefined
  const own = speechSynthesis.getVoices().filter((voice) => voice.localService && speaks(voice.lang, language))
  return own.find((voice) => voice.default) ?? own[0]
}

function speaks(tag: string, language: string): boolean {
  const spoken = tag.replace('_', '-')
  const known = languageOf(language)
  return known ? languageOf(spoken) === known : spoken.split('-')[0] === language.split('-')[0]
}

function setReading(name: string | undefined): void {
  reading = name
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function subscribeToVoices(listener: () => void): () => void {
  if (typeof speechSynthesis === 'undefined') return () => undefined
  speechSynthesis.addEventListener?.('voiceschanged', listener)
  return () => speechSynthesis.removeEventListener?.('voiceschanged', listener)
}
