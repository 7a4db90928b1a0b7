import { limits } from '@portico/shared/words/limits'
import type * as reader from 'libphonenumber-js/core'
import type { CountryCode, MetadataJson } from 'libphonenumber-js/core'
import { useSyncExternalStore } from 'react'
// Imported by path, because the package exports it only as a module, not as a file.
import rulesUrl from '../../../../node_modules/libphonenumber-js/metadata.min.json?url'
import { asciiDigits } from '../../words/digits.ts'

/**
 * The metadata of the world's telephone numbers, and the functions that parse them. Both are large, so they are loaded on demand; until
 * then no number can be typed.
 */
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

/**
 * Loads the rules once; retries when called after a failure. The metadata is fetched rather than imported, because browsers do not retry a
 * failed import.
 */
export function loadNumberRules(load: () => Promise<MetadataJson> = download): Promise<void> {
  loading ??= Promise.all([load(), importReader()]).then(
    ([known, reader]) => setState({ known, reader }),
    () => {
      loading = undefined
      setState('failed')
    },
  )
  return loading
}

/** Retries at the user's request; reloads the page if importing the parser has failed, since an import cannot be retried. */
export function tryNumberRulesAgain(): void {
  if (readerFailed) location.reload()
  else void loadNumberRules()
}

async function importReader(): Promise<NumberRules['reader']> {
  try {
    // Named imports, so that the rest of the package is tree-shaken.
    const { getCountries, getCountryCallingCode, parsePhoneNumberFromString } = await import('libphonenumber-js/core')
    return { getCountries, getCountryCallingCode, parsePhoneNumberFromString }
  } catch (error) {
    readerFailed = true
    throw error
  }
}

/** Returns the rules or their loading state; they are loaded on first use, and again when the network is back. */
export function useNumberRules(): RulesState {
  return useSyncExternalStore(subscribe, () => state)
}

async function download(): Promise<MetadataJson> {
  const response = await fetch(rulesUrl)
  if (!response.ok) throw new Error(`The rules of telephone numbers were answered with ${response.status}`)
  return response.json()
}

function setState(next: RulesState): void {
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

/** Returns every country with telephone numbers. */
export function countriesOf({ known, reader }: NumberRules): CountryCode[] {
  return reader.getCountries(known)
}

/** Returns the dial code of a country, without the plus. */
export function dialCodeOf(country: CountryCode, { known, reader }: NumberRules): string {
  return reader.getCountryCallingCode(country, known)
}

/** Converts typed text to a + and digits, as dialled from this country; empty without a digit. At most 17 digits. */
export function numberTyped(text: string, country: CountryCode, rules: NumberRules): string {
  const plain = asciiDigits(text).trim()
  const digits = plain.replaceAll(/\D/g, '')
  if (digits === '') return ''
  const whole = plain.startsWith('+')
    ? `+${digits}`
    : (rules.reader.parsePhoneNumberFromString(plain, country, rules.known)?.number ?? `+${dialCodeOf(country, rules)}${digits}`)
  return whole.slice(0, limits.phoneDigitsMax + 1)
}

/** Truncates typed text to 250 characters and 17 digits including the dial code (shared/spec/product.md#answers). */
export function withinLimits(text: string, country: CountryCode, rules: NumberRules): string {
  const international = /^\s*[+＋]/.test(text)
  let left = limits.phoneDigitsMax - (international ? 0 : dialCodeOf(country, rules).length)
  const kept = Array.from(text.slice(0, limits.phoneInputMax)).filter((sign) => !/\p{Nd}/u.test(sign) || --left >= 0)
  return kept.join('')
}

/** Returns the country of a number: by all its digits, or else the first country with its dial code. */
export function countryOf(value: string, { known, reader }: NumberRules): CountryCode | undefined {
  const number = reader.parsePhoneNumberFromString(value, known)
  if (!number) return undefined
  return number.country ?? known.country_calling_codes[number.countryCallingCode]?.[0]
}

/** Formats a number in the national format of its country, or returns it as it is. */
export function formatNational(value: string, { known, reader }: NumberRules): string {
  const number = reader.parsePhoneNumberFromString(value, known)
  return number?.isPossible() ? number.formatNational() : value
}

/** Whether a number has a possible length for its country; true if the value is empty or the rules are not loaded. */
export function looksComplete(value: string, rules: RulesState = state): boolean {
  if (value === '' || typeof rules === 'string') return true
  return rules.reader.parsePhoneNumberFromString(value, rules.known)?.isPossible() ?? false
}
