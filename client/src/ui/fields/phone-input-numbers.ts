import { limits } from '@portico/shared/words/limits'
import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
  type MetadataJson,
} from 'libphonenumber-js/core'
import { useSyncExternalStore } from 'react'
// By its path: the package offers only a module of it, not the file.
import rulesUrl from '../../../../node_modules/libphonenumber-js/metadata.min.json?url'
import { asciiDigits } from '../../words/digits.ts'

/** What is known of the numbers of the world. It is large, so it comes on its own; until it is there no number can be typed. */
export type NumberRules = MetadataJson
export type { CountryCode }

type RulesState = NumberRules | 'loading' | 'failed'

let state: RulesState = 'loading'
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

/** Loads the rules, once; after a failure the next call tries again. Not by `import`: a browser does not import a failed file again. */
export function loadNumberRules(load: () => Promise<NumberRules> = download): Promise<void> {
  loading ??= load().then(become, () => {
    loading = undefined
    become('failed')
  })
  return loading
}

/** The rules, or how far they are; they are loaded when someone looks, and again when the network is back. */
export function useNumberRules(): RulesState {
  return useSyncExternalStore(subscribe, () => state)
}

async function download(): Promise<NumberRules> {
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
export function countriesOf(rules: NumberRules): CountryCode[] {
  return getCountries(rules)
}

/** The dial code of a country, without the plus. */
export function dialCodeOf(country: CountryCode, rules: NumberRules): string {
  return getCountryCallingCode(country, rules)
}

/** A + and digits: what this text means when it is typed in this country; empty without a digit. At most 17 digits. */
export function numberTyped(text: string, country: CountryCode, rules: NumberRules): string {
  const plain = asciiDigits(text).trim()
  const digits = plain.replaceAll(/\D/g, '')
  if (digits === '') return ''
  const whole = plain.startsWith('+')
    ? `+${digits}`
    : (parsePhoneNumberFromString(plain, country, rules)?.number ?? `+${dialCodeOf(country, rules)}${digits}`)
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
export function countryOf(value: string, rules: NumberRules): CountryCode | undefined {
  const number = parsePhoneNumberFromString(value, rules)
  if (!number) return undefined
  return number.country ?? rules.country_calling_codes[number.countryCallingCode]?.[0]
}

/** A number as people of its country write it, or as it is. */
export function written(value: string, rules: NumberRules): string {
  const number = parsePhoneNumberFromString(value, rules)
  return number?.isPossible() ? number.formatNational() : value
}

/** Whether a number has the length of a number of its country; true where nothing was written or nothing is known. */
export function looksComplete(value: string, rules: RulesState = state): boolean {
  if (value === '' || typeof rules === 'string') return true
  return parsePhoneNumberFromString(value, rules)?.isPossible() ?? false
}
