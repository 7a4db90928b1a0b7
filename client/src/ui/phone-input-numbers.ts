import type { CountryCode } from 'libphonenumber-js/min'
import type * as numberRules from 'libphonenumber-js/min'
import { limits } from '@portico/shared/words/limits'
import { useSyncExternalStore } from 'react'
import { asciiDigits } from '../words/digits.ts'

/** What is known of the numbers of the world. It is large, so it comes by itself; without it a number can be typed all the same. */
export type NumberRules = typeof numberRules
export type { CountryCode }

let rules: NumberRules | undefined
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

/** Loads the rules, once; after a failure the next call tries again. */
export function loadNumberRules(): Promise<void> {
  loading ??= import('libphonenumber-js/min').then(
    (loaded) => {
      rules = loaded
      for (const listener of listeners) listener()
    },
    () => {
      loading = undefined
    },
  )
  return loading
}

/** The rules, as soon as they are there. */
export function useNumberRules(): NumberRules | undefined {
  return useSyncExternalStore(subscribe, () => rules)
}

function subscribe(listener: () => void): () => void {
  void loadNumberRules()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The dial code of a country, without the plus. */
export function dialCodeOf(country: CountryCode, known: NumberRules | undefined): string {
  if (!known) return '1'
  return known.getCountryCallingCode(country)
}

/** A + and digits: what this text means when it is typed in this country; empty without a digit. At most 17 digits. */
export function numberTyped(text: string, country: CountryCode, known: NumberRules | undefined): string {
  const plain = asciiDigits(text).trim()
  const digits = plain.replaceAll(/\D/g, '')
  if (digits === '') return ''
  const whole = plain.startsWith('+')
    ? `+${digits}`
    : (known?.parsePhoneNumberFromString(plain, country)?.number ?? `+${dialCodeOf(country, known)}${digits}`)
  return whole.slice(0, limits.phoneDigitsMax + 1)
}

/** As much of a text as may be typed: 250 characters, and 17 digits together with the dial code (shared/spec/product.md#answers). */
export function withinLimits(text: string, country: CountryCode, known: NumberRules | undefined): string {
  const international = /^\s*[+＋]/.test(text)
  let left = limits.phoneDigitsMax - (international ? 0 : dialCodeOf(country, known).length)
  const kept = Array.from(text.slice(0, limits.phoneInputMax)).filter((sign) => !/\p{Nd}/u.test(sign) || --left >= 0)
  return kept.join('')
}

/** The country of a number, where its digits say it. */
export function countryOf(value: string, known: NumberRules | undefined): CountryCode | undefined {
  if (!known || value === '') return undefined
  const code = known.parsePhoneNumberFromString(value)
  return (
    code?.country ??
    known.getCountries().find((country) => value.startsWith(`+${known.getCountryCallingCode(country)}`) && value.length > 4)
  )
}

/** A number as people of its country write it, or as it is. */
export function written(value: string, known: NumberRules | undefined): string {
  const number = known?.parsePhoneNumberFromString(value)
  return number?.isPossible() ? number.formatNational() : value
}

/** Whether a number has the length of a number of its country; true where nothing is known. */
export function looksComplete(value: string, known: NumberRules | undefined): boolean {
  return !known || value === '' || (known.parsePhoneNumberFromString(value)?.isPossible() ?? false)
}
