import { limits } from '@portico/shared/words/limits'
import type * as reader from 'libphonenumber-js/core'
import type { CountryCode, MetadataJson } from 'libphonenumber-js/core'
import { useSyncExternalStore } from 'react'
// By its path: the package offers only a module of it, not the file.
import rulesUrl from '../../../../node_modules/libphonenumber-js/metadata.min.json?url'
import { asciiDigits } from '../../words/digits.ts'

/** What is known of the numbers of the world, and what reads it. Both are large, so they come on their own; until they are there no number can be typed. */
export interface NumberRules {
  readonly known: MetadataJson
  readonly reader: Pick<typeof reader, 'getCountries' | 'getCountryCallingCode' | 'parsePhoneNumberFromString'>
}
export type { CountryCode }

type RulesState = NumberRules | 'loading' | 'failed'

let state: RulesState = 'loading'
let readerFailed = false
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

/** Loads the rules, once; after a failure the next call tries again. What is known comes not by `import`: a browser does not import a failed file again. */
export function loadNumberRules(load: () => Promise<MetadataJson> = download): Promise<void> {
  loading ??= Promise.all([load(), importReader()]).then(
    ([known, reader]) => become({ known, reader }),
    () => {
      loading = undefined
      become('failed')
    },
  )
  return loading
}

/** Tries again because a person asks for it: with a new page, if that alone can import the reader. */
export function tryNumberRulesAgain(): void {
  if (readerFailed) location.reload()
  else void loadNumberRules()
}

async function importReader(): Promise<NumberRules['reader']> {
  try {
    // By their names, so that nothing else of the package comes along.
    const { getCountries, getCountryCallingCode, parsePhoneNumberFromString } = await import('libphonenumber-js/core')
    return { getCountries, getCountryCallingCode, parsePhoneNumberFromString }
  } catch (error) {
    readerFailed = true
    throw error
  }
}

/** The rules, or how far they are; they are loaded when someone looks, and again when the network is back. */
export function useNumberRules(): RulesState {
  return useSyncExternalStore(subscribe, () => state)
}

async function download(): Promise<MetadataJson> {
  const response = await fetch(rulesUrl)
  if (!response.ok) throw new Error(`The rules of telephone numbers were answered with ${response.status}`)
  return response.json()
}

function become(next: RulesState): void {
  state = next
  for (const listener of listeners) listener()
}

function retry(): void {
  void loadNumberRules()
}

function subscribe(listener: () => void): () => void {
  retry()
  listeners.add(listener)
  addEventListener('online', retry)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('online', retry)
  }
}

/** Every country that has numbers. */
export function countriesOf({ known, reader }: NumberRules): CountryCode[] {
  return reader.getCountries(known)
}

/** The dial code of a country, without the plus. */
export function dialCodeOf(country: CountryCode, { known, reader }: NumberRules): string {
  return reader.getCountryCallingCode(country, known)
}

/** A + and digits: what this text means when it is typed in this country; empty without a digit. At most 17 digits. */
export function numberTyped(text: string, country: CountryCode, rules: NumberRules): string {
  const plain = asciiDigits(text).trim()
  const digits = plain.replaceAll(/\D/g, '')
  if (digits === '') return ''
  const whole = plain.startsWith('+')
    ? `+${digits}`
    : (rules.reader.parsePhoneNumberFromString(plain, country, rules.known)?.number ?? `+${dialCodeOf(country, rules)}${digits}`)
  return whole.slice(0, limits.phoneDigitsMax + 1)
}

/** As much of a text as may be typed: 250 characters, and 17 digits together with the dial code (shared/spec/product.md#answers). */
export function withinLimits(text: string, country: CountryCode, rules: NumberRules): string {
  const international = /^\s*[+＋]/.test(text)
  let left = limits.phoneDigitsMax - (international ? 0 : dialCodeOf(country, rules).length)
  const kept = Array.from(text.slice(0, limits.phoneInputMax)).filter((sign) => !/\p{Nd}/u.test(sign) || --left >= 0)
  return kept.join('')
}

/** The country of a number: by all its digits, else the first one with its dial code. */
export function countryOf(value: string, { known, reader }: NumberRules): CountryCode | undefined {
  const number = reader.parsePhoneNumberFromString(value, known)
  if (!number) return undefined
  return number.country ?? known.country_calling_codes[number.countryCallingCode]?.[0]
}

/** A number as people of its country write it, or as it is. */
export function written(value: string, { known, reader }: NumberRules): string {
  const number = reader.parsePhoneNumberFromString(value, known)
  return number?.isPossible() ? number.formatNational() : value
}

/** Whether a number has the length of a number of its country; true where nothing was written or nothing is known. */
export function looksComplete(value: string, rules: RulesState = state): boolean {
  if (value === '' || typeof rules === 'string') return true
  return rules.reader.parsePhoneNumberFromString(value, rules.known)?.isPossible() ?? false
}
