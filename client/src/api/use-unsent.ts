import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { session } from './session/session.ts'
import type { ContractForm } from './use-contract-form.ts'

interface Unsent {
  readonly accountId: number
  readonly values: unknown
}

/** In memory only: lost with the tab, and restored only for the account that entered it. */
const unsent = new Map<string, Unsent>()

/**
 * Keeps the values of this form when the session ends, and restores them when the same account opens the same form again. `key` names the
 * form and its subject: `reason for K7QM-2XWD-94HTR`. Not for passwords. With `done`, the values also survive unmounting; once saved or
 * discarded, the form sets `done` and calls `forgetUnsent`.
 */
export function useUnsent<Input extends FieldValues>(form: ContractForm<Input>, key: string, done?: RefObject<boolean>): void {
  const restore = useEffectEvent(() => {
    const unsentForm = unsent.get(key)
    if (!unsentForm || unsentForm.accountId !== session.state().profile?.accountId) return
    unsent.delete(key)
    if (isValuesOf(form, unsentForm.values)) form.suggest(unsentForm.values)
  })
  const keep = useEffectEvent((accountId: number | undefined) => {
    const values = form.values()
    const isEmpty = Object.values(values).every((value) => value === '' || value === undefined)
    if (accountId !== undefined && !done?.current && !isEmpty) unsent.set(key, { accountId, values })
  })
  const leave = useEffectEvent((accountId: number | undefined) => done && keep(accountId))
  useEffect(() => {
    restore()
    let before = session.state().profile
    const unsubscribe = session.subscribe(() => {
      const now = session.state().profile
      if (before && !now) keep(before.accountId)
      before = now
    })
    return () => {
      unsubscribe()
      leave(before?.accountId)
    }
  }, [])
}

/**
 * For a form that resets after submission: passes what was typed while the request was in flight (what differs between `now` and `sent`) to
 * the empty form of the same `key` that replaces it.
 */
export function keepTyped<Input extends FieldValues>(key: string, sent: Input, now: Input): void {
  const typed = Object.entries(now).filter(([name, value]) => value !== sent[name])
  const accountId = session.state().profile?.accountId
  if (typed.length > 0 && accountId !== undefined) unsent.set(key, { accountId, values: Object.fromEntries(typed) })
}

/** Discards the kept values of this form. */
export function forgetUnsent(key: string): void {
  unsent.delete(key)
}

/** The key identifies the form; this only guards against values that are not form values. */
function isValuesOf<Input extends FieldValues>(form: ContractForm<Input>, values: unknown): values is DefaultValues<Input> {
  const fields = Object.keys(form.values())
  return typeof values === 'object' && values !== null && Object.keys(values).every((name) => fields.includes(name))
}
