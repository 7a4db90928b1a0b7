import { useEffect, useEffectEvent } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { session } from './session/session.ts'
import type { ContractForm } from './use-contract-form.ts'

interface Unsent {
  readonly accountId: number
  readonly values: unknown
}

/** In memory only: it ends with the tab, and is given back to no one but the person who wrote it. */
const unsent = new Map<string, Unsent>()

/**
 * Keeps what stands in this form when the session ends under it, and puts it back when the same person opens the same form
 * again. `key` names the form and what it is about: `reason for K7QM-2XWD-94HT-R`. Not for passwords.
 */
export function useUnsent<Input extends FieldValues>(form: ContractForm<Input>, key: string): void {
  const restore = useEffectEvent(() => {
    const unsentForm = unsent.get(key)
    if (!unsentForm || unsentForm.accountId !== session.state().profile?.accountId) return
    unsent.delete(key)
    if (isValuesOf(form, unsentForm.values)) form.suggest(unsentForm.values)
  })
  const keep = useEffectEvent((accountId: number) => unsent.set(key, { accountId, values: form.values() }))
  useEffect(() => {
    restore()
    let before = session.state().profile
    return session.subscribe(() => {
      const now = session.state().profile
      if (before && !now) keep(before.accountId)
      before = now
    })
  }, [])
}

/** The key says of which form they are; this only makes sure that they are values of a form at all. */
function isValuesOf<Input extends FieldValues>(form: ContractForm<Input>, values: unknown): values is DefaultValues<Input> {
  const fields = Object.keys(form.values())
  return typeof values === 'object' && values !== null && Object.keys(values).every((name) => fields.includes(name))
}
